document.title = 'A client that runs';

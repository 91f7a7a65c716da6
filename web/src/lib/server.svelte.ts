// Whether the server answers. Pages that ask again and again say so when it does not, and take it back when it does.
export const server = $state({ away: false });

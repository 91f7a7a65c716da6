// Addresses. A page is chosen by its path; links are plain <a href>, caught here so that the page does not reload.
class Router {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));

  constructor() {
    addEventListener('popstate', () => this.#read());
    document.addEventListener('click', (event) => {
      const link = (event.target as Element | null)?.closest?.('a');
      if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey)
        return;
      const here = link.origin === location.origin && !link.target && !link.hasAttribute('download');
      if (!here || /^\/(api|docs|openapi|metrics|health)/.test(link.pathname) || link.hash) return;
      event.preventDefault();
      this.go(link.pathname + link.search);
    });
  }

  go(to: string, { replace = false } = {}): void {
    if (replace) history.replaceState(null, '', to);
    else history.pushState(null, '', to);
    this.#read();
    scrollTo(0, 0);
  }

  #read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  }
}

export const router = new Router();

/** The parts of the path that a pattern like "/t/:id" names, or null when it does not fit. */
export function partsOf(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = path.replace(/\/+$/, '').split('/');
  if (wanted.length !== given.length) return null;
  const parts: Record<string, string> = {};
  for (const [n, word] of wanted.entries()) {
    if (word.startsWith(':')) parts[word.slice(1)] = decodeURIComponent(given[n]);
    else if (word !== given[n]) return null;
  }
  return parts;
}

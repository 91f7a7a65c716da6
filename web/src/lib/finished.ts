// Which games somebody has finished in this browser: a first game goes easy on them.
const KEY = 'pandarium.finished';

function stored(): string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

export const hasFinished = (game: string): boolean => stored().includes(game);

export function rememberFinished(game: string): void {
  if (hasFinished(game)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...stored(), game]));
  } catch {
    // private windows may keep nothing
  }
}

// What the rules on this device consist of, as tools/browser_engine.py lists it.
export interface EngineList {
  /** Which Python it is, as Pyodide tells it. */
  info: Record<string, string>;
  /** All that is to be loaded. */
  bytes: number;
  /** The games whose rules are among them. */
  games: string[];
  script: string;
  files: Record<'python' | 'library' | 'packages' | 'rules', { path: string; bytes: number }>;
}

export const LIST = '/engine.json';

// What a player likes: kept in this browser.
export type Theme = 'auto' | 'day' | 'night';
export type Speed = 'off' | 'fast' | 'normal' | 'slow';

interface Likes {
  theme: Theme;
  speed: Speed;
  sound: boolean;
  notify: boolean;
  /** Every choice has a line that says what it is for; null: until the first game of its kind is over. */
  guide: boolean | null;
  language: string;
}

const KEY = 'pandarium.likes';
const FACTORS: Record<Speed, number> = { off: 0, fast: 0.5, normal: 1, slow: 2 };
const USUAL: Likes = {
  theme: 'auto',
  speed: 'normal',
  sound: false,
  notify: false,
  guide: null,
  language: '',
};

function stored(): Likes {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return { ...USUAL };
  }
}

class Prefs {
  likes = $state<Likes>(stored());
  #dark = $state(matchMedia('(prefers-color-scheme: dark)').matches);
  #still = $state(matchMedia('(prefers-reduced-motion: reduce)').matches);

  constructor() {
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (e) => {
      this.#dark = e.matches;
    });
    matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', (e) => {
      this.#still = e.matches;
    });
  }

  get night(): boolean {
    return this.likes.theme === 'auto' ? this.#dark : this.likes.theme === 'night';
  }

  /** How long motion takes: 1 is usual, 0 is none. */
  get pace(): number {
    return this.#still ? 0 : FACTORS[this.likes.speed];
  }

  /** How long a moment lasts in which something is only looked at: 1 is usual, 0 is none. Less motion makes it no shorter. */
  get pause(): number {
    return FACTORS[this.likes.speed];
  }

  set<K extends keyof Likes>(name: K, value: Likes[K]): void {
    this.likes[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.likes));
    } catch {
      // private windows may keep nothing
    }
  }

  /** Something was stored by another window: what is chosen there counts here, too. */
  heed(key: string | null): void {
    if (key === KEY) this.likes = stored();
  }
}

export const prefs = new Prefs();

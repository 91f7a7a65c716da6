// Sounds: a few short notes made here, so that there is nothing to load. Off until the player wants them.
import { prefs } from './prefs.svelte';

export type Sound = 'turn' | 'move' | 'chat' | 'end' | 'low';

interface Note {
  /** Hertz. */
  pitch: number;
  /** Seconds from now. */
  at: number;
  long: number;
  loud: number;
  shape: OscillatorType;
}

// Bamboo: short, round, falling quickly. A fifth calls, a falling third ends a sentence.
const SOUNDS: Record<Sound, Note[]> = {
  turn: [
    { pitch: 392, at: 0, long: 0.18, loud: 0.14, shape: 'triangle' },
    { pitch: 587, at: 0.12, long: 0.32, loud: 0.14, shape: 'triangle' },
  ],
  move: [{ pitch: 220, at: 0, long: 0.07, loud: 0.1, shape: 'sine' }],
  chat: [{ pitch: 784, at: 0, long: 0.12, loud: 0.06, shape: 'sine' }],
  low: [{ pitch: 880, at: 0, long: 0.06, loud: 0.08, shape: 'square' }],
  end: [392, 494, 587, 784].map((pitch, n) => ({
    pitch,
    at: n * 0.13,
    long: 0.4,
    loud: 0.12,
    shape: 'triangle' as const,
  })),
};

let context: AudioContext | null = null;

/** Play a sound, if the player wants any. */
export function play(sound: Sound): void {
  if (!prefs.likes.sound || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') context.resume().catch(() => {});
  for (const note of SOUNDS[sound]) strike(context, note);
}

function strike(audio: AudioContext, note: Note): void {
  const begin = audio.currentTime + note.at;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = note.shape;
  tone.frequency.value = note.pitch;
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(note.loud, begin + 0.008); // a hard edge would click
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + note.long);
  tone.connect(volume).connect(audio.destination);
  tone.start(begin);
  tone.stop(begin + note.long);
}

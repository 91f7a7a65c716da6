// What the browser says of the line that this device is on; many say nothing.

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

const SLOW = ['slow-2g', '2g', '3g'];

const known = (): Connection => (navigator as { connection?: Connection }).connection ?? {};

/** Somebody asked the browser to load as little as it can. */
export const savesData = (): boolean => known().saveData === true;

/** What goes over it costs money or time. A line that is not known is taken for a good one. */
export const isCostly = (): boolean => savesData() || SLOW.includes(known().effectiveType ?? '');

// A phone that lies on the table stays awake, where the browser can do that.

/** Keep the screen on until the answer is called. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let wanted = true;
  const hold = async () => {
    if (!wanted || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    if (lock && !lock.released) return;
    lock = await navigator.wakeLock.request('screen').catch(() => null);
    if (!wanted) await lock?.release();
  };
  hold();
  // The browser lets go of it when the page is not seen.
  document.addEventListener('visibilitychange', hold);
  return () => {
    wanted = false;
    document.removeEventListener('visibilitychange', hold);
    lock?.release();
  };
}

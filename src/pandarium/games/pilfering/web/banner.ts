import type { Guide, Standing } from '$lib/games';
import { t } from '$lib/i18n.svelte';
import type { PilferingView } from './types';

/** Each step asks one thing. */
export const guide: Guide<PilferingView> = (view) => view.step;

/** So near the keeper is at one's heels. */
const NEAR = 6;

/** How far the keeper is, wherever the table was scrolled to. */
export function standing({ step, panda, keeper }: PilferingView): Standing | null {
  if (step === 'choose' || step === 'over') return null;
  const lead = panda - keeper;
  const said = lead > 0 ? t('pilfering.track.lead', { n: lead }) : t('pilfering.track.caught');
  return { text: t('pilfering.ahead', { n: lead }), said, grave: lead < NEAR };
}

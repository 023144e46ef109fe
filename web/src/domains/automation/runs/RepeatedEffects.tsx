import { useTranslation } from 'react-i18next'
import { StateGlyph } from '../../../ui/glyphs/State.tsx'
import { formatCount } from '../../../ui/time.ts'
import type { Run } from '../shared/run-summary.ts'
import { repeatedEffects } from './repeated-effects.ts'
import classes from './RepeatedEffects.module.css'

const SHOWN = 8

/** Names what a rerun does again before it does: steps that changed records, asked people, or called other systems. */
export function RepeatedEffects({ run }: { run: Run }) {
  const { t } = useTranslation('runs')
  const { t: general } = useTranslation('automation')
  const effects = repeatedEffects(run.steps)
  if (effects.length === 0) return <p className={classes.note}>{t('effects.none')}</p>
  const rest = effects.length - SHOWN
  return (
    <section className={classes.effects} aria-label={t('effects.title')}>
      <h3 className={classes.title}>{t('effects.title')}</h3>
      <ul className={classes.list}>
        {effects.slice(0, SHOWN).map(({ path, title, action, state, times }) => (
          <li key={path} className={classes.effect}>
            <StateGlyph state={state} />
            <span className={classes.name}>{title}</span>
            <code className={classes.action}>{action}</code>
            <span className={classes.end}>
              {times === 1
                ? general(`states.${state}`)
                : t('effects.times', { count: times, shown: formatCount(times) })}
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p className={classes.note}>{t('effects.more', { count: rest, shown: formatCount(rest) })}</p>
      )}
    </section>
  )
}

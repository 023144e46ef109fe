import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ConnectDraft } from './connect-draft.ts'
import classes from './Sources.module.css'

const STAGES = ['choose', 'map', 'live'] as const

/** Where one is: done steps have a check mark. */
export function Steps({ stage }: { stage: ConnectDraft['stage'] }) {
  const { t } = useTranslation('sources')
  const now = STAGES.indexOf(stage)
  return (
    <ol className={classes.steps} aria-label={t('steps.label')}>
      {STAGES.map((one, at) => (
        <li
          key={one}
          className={classes.step}
          data-done={at < now || undefined}
          aria-current={at === now ? 'step' : undefined}
        >
          <span className={classes.node} aria-hidden>
            {at < now ? <IconCheck size={12} stroke={2.4} /> : at + 1}
          </span>
          {t(`steps.${one}`)}
        </li>
      ))}
    </ol>
  )
}

import { IconCircleCheckFilled, IconCircleXFilled, IconSlash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useActorNames } from '../../../../data/people.ts'
import classes from './Trial.module.css'
import type { Trial } from './useTrial.ts'

const GLYPHS = { true: IconCircleCheckFilled, false: IconCircleXFilled, none: IconSlash }

/** How a rule comes out in the trial that is open beside it: for which record, and as which role. */
export function RuleThere({ rule, trial }: { rule: string; trial: Trial }) {
  const { t } = useTranslation('workflow-editor')
  const { role } = useActorNames()
  const outcome = trial.outcome?.trace.find((one) => one.rule === rule)?.outcome
  if (outcome === undefined) return null
  const { trackingId, stored } = trial.start
  const how = outcome === 'true' || outcome === 'false' ? outcome : 'none'
  const Glyph = GLYPHS[how]
  const name = trackingId ?? t(stored === null ? 'try.aNewRecord' : 'try.theTest')
  const as = trial.role === null ? undefined : role(trial.role)
  return (
    <span className={classes.there} data-outcome={how} role="status">
      <Glyph size={14} stroke={1.7} aria-hidden />
      {as === undefined ? t(`try.there.${how}`, { name }) : t(`try.thereAs.${how}`, { name, role: as })}
    </span>
  )
}

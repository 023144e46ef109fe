import type { ApprovalView } from '@caseloom/contract/automation/approvals'
import { useTranslation } from 'react-i18next'
import { ShapeGlyph } from '../../../ui/glyphs/State.tsx'
import classes from './People.module.css'
import { LOOKS } from './question-state.ts'

interface ConsequenceProps {
  next: NonNullable<ApprovalView['next']>
  /** Each below its heading, without a frame. */
  narrow?: boolean
}

/** The steps that follow an approval and a rejection. */
export function Consequence({ next, narrow = false }: ConsequenceProps) {
  const { t } = useTranslation('people')
  return (
    <dl className={narrow ? classes.after : classes.consequence}>
      {(['approved', 'refused'] as const).map((verdict) => (
        <div key={verdict}>
          <dt>
            <ShapeGlyph {...LOOKS[verdict]} />
            {t(verdict === 'approved' ? 'page.ifApproved' : 'page.ifRefused')}
          </dt>
          <dd>{next[verdict].length === 0 ? t('page.nothing') : next[verdict].join(', ')}</dd>
        </div>
      ))}
    </dl>
  )
}

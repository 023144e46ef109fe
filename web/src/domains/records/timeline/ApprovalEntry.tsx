import type { ApprovalSummary } from '@caseloom/contract/automation/approvals'
import { Link } from '@tanstack/react-router'
import { Suspense, use } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { RecordQuestionsSlot } from '../../../data/record-questions-slot.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { Avatar } from '../../../ui/glyphs/Avatar.tsx'
import { StateGlyph } from '../../../ui/glyphs/State.tsx'
import { straight } from '../../../ui/text/bidi-isolate.ts'
import { formatCount } from '../../../ui/time.ts'
import { DateTime } from '../../../ui/Times.tsx'
import records from '../model/Records.module.css'
import { ThreadEntry } from './ThreadEntry.tsx'
import classes from './Timeline.module.css'

interface ApprovalEntryProps {
  approval: ApprovalSummary
  /** Whether the entry is about its end; otherwise about the request. */
  hasEnded: boolean
  at: string
  recordId: string
  me: string
}

/** A request of a run to people, with its answer while it is open, or how it ended and who decided. */
export function ApprovalEntry({ approval, hasEnded, at, recordId, me }: ApprovalEntryProps) {
  const { t } = useTranslation('timeline')
  const questions = use(RecordQuestionsSlot)
  const { state, asked, decidedBy, playbook } = approval
  const people = asked.length === 0 ? t('approval.outsiders') : asked.join(', ')
  const who = hasEnded && decidedBy.length > 0 ? decidedBy.map(({ name }) => name).join(', ') : playbook.title
  const verb = !hasEnded || state === 'open' ? t('approval.asked', { people }) : t(`approval.${state}`)
  return (
    <ThreadEntry
      at={at}
      glyph={<Glyph {...{ approval, hasEnded, me }} />}
      head={
        <>
          <bdi className={records.who}>{who}</bdi> {verb} <bdi>{straight(approval.title)}</bdi>
        </>
      }
    >
      <Facts approval={approval} />
      {!hasEnded && state === 'open' && (
        <div className={classes.answer}>
          <Suspense>{questions?.answer({ approvalId: approval.id, recordId })}</Suspense>
        </div>
      )}
    </ThreadEntry>
  )
}

const ENDS = { open: 'waiting', approved: 'succeeded', answered: 'succeeded', refused: 'refused' } as const

function Glyph({ approval, hasEnded, me }: Pick<ApprovalEntryProps, 'approval' | 'hasEnded' | 'me'>) {
  const { state, decidedBy } = approval
  const [first] = decidedBy
  if (!hasEnded) return <StateGlyph state="waiting" />
  if (first !== undefined && decidedBy.length === 1)
    return <Avatar name={first.name} size={20} own={first.id === me} />
  return <StateGlyph state={state === 'expired' || state === 'closed' ? 'cancelled' : ENDS[state]} />
}

function Facts({ approval }: { approval: ApprovalSummary }) {
  const { t } = useTranslation('timeline')
  const scope = useTenantScope()
  const mayReadRuns = useMay('run:read')
  const { run, state, expiresAt } = approval
  const number = t('run.number', { number: formatCount(run.number) })
  return (
    <span className={classes.facts}>
      {mayReadRuns ? (
        <Link className={records.link} to={paths.run(scope, run.id)}>
          {number}
        </Link>
      ) : (
        <span>{number}</span>
      )}
      {state === 'open' && expiresAt !== null && (
        <span>
          {t('approval.due')} <DateTime at={expiresAt} />
        </span>
      )}
    </span>
  )
}

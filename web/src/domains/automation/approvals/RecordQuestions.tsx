import type { ApprovalSummary } from '@caseloom/contract/automation/approvals'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import type { RecordQuestionsProps } from '../../../data/record-questions-slot.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { ShapeGlyph } from '../../../ui/glyphs/State.tsx'
import { MoreRows, RAIL_ROWS, RailFailure, RailSection } from '../../../ui/rail/RailSection.tsx'
import { straight } from '../../../ui/text/bidi-isolate.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { DateTime } from '../../../ui/Times.tsx'
import { questionQuery, recordQuestionsQuery } from '../shared/people.queries.ts'
import { Asked } from './Asked.tsx'
import { FormDialog } from './FormDialog.tsx'
import { peopleEn } from './people.en.ts'
import { LOOKS } from './question-state.ts'
import classes from './RecordQuestions.module.css'

addTexts('people', peopleEn)

/** What runs on a record ask people: the reader's to answer first, then those that wait for others. */
export function RecordQuestions({ recordId }: RecordQuestionsProps) {
  const { t } = useTranslation('people')
  const { tenantId } = useTenantScope()
  const query = useQuery(recordQuestionsQuery(tenantId, recordId))
  const [isWhole, setIsWhole] = useState(false)
  const [filling, setFilling] = useState<string | null>(null)
  const all = query.data ?? []
  const isFailed = query.isError && query.data === undefined
  const sorted = [...all.filter((one) => one.waitingForMe), ...all.filter((one) => !one.waitingForMe)]
  return (
    <>
      {(isFailed || all.length > 0) && (
        <RailSection title={t('beside.title')} count={isFailed ? undefined : all.length}>
          {isFailed && <RailFailure onRetry={() => void query.refetch()} />}
          {sorted.slice(0, isWhole ? all.length : RAIL_ROWS).map((one) => (
            <Card key={one.id} one={one} recordId={recordId} onFill={() => setFilling(one.id)} />
          ))}
          {!isWhole && <MoreRows all={all.length} onOpen={() => setIsWhole(true)} />}
        </RailSection>
      )}
      {filling !== null && <FormDialog id={filling} onClose={() => setFilling(null)} />}
    </>
  )
}

interface CardProps {
  one: ApprovalSummary
  recordId: string
  onFill: () => void
}

function Card({ one, recordId, onFill }: CardProps) {
  const { t } = useTranslation('people')
  const scope = useTenantScope()
  const query = useQuery(questionQuery(scope.tenantId, one.id))
  const people = one.asked.length === 0 ? t('waiting.outsiders') : one.asked.join(', ')
  return (
    <article className={classes.card} data-mine={one.waitingForMe || undefined} aria-label={one.title}>
      <h3 className={classes.title}>
        <ShapeGlyph {...LOOKS.open} />
        <bdi>{straight(one.title)}</bdi>
      </h3>
      <p className={classes.sub}>{t('beside.asks', { playbook: one.playbook.title, people })}</p>
      {one.expiresAt !== null && (
        <p className={classes.sub}>
          {t('beside.due')} <DateTime at={one.expiresAt} />
        </p>
      )}
      {query.isError && query.data === undefined && <RailFailure onRetry={() => void query.refetch()} />}
      {query.data !== undefined && (
        <Asked one={query.data} recordId={recordId} onFill={onFill}>
          <Link className={classes.link} to={paths.question(scope, one.id)}>
            {t('beside.details')}
          </Link>
        </Asked>
      )}
    </article>
  )
}

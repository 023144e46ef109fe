import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import type { QuestionAnswerProps } from '../../../data/record-questions-slot.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { RailFailure } from '../../../ui/rail/RailSection.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { questionQuery } from '../shared/people.queries.ts'
import { Asked } from './Asked.tsx'
import { FormDialog } from './FormDialog.tsx'
import { peopleEn } from './people.en.ts'
import classes from './RecordQuestions.module.css'

addTexts('people', peopleEn)

/** An open request where it is mentioned, to be answered in place. */
export function QuestionAnswer({ approvalId, recordId }: QuestionAnswerProps) {
  const { t } = useTranslation('people')
  const scope = useTenantScope()
  const { data, isError, refetch } = useQuery(questionQuery(scope.tenantId, approvalId))
  const [isFilling, setFilling] = useState(false)
  if (data === undefined) return isError ? <RailFailure onRetry={() => void refetch()} /> : null
  return (
    <div className={classes.answer} data-mine={data.can.answer || undefined}>
      <Asked one={data} recordId={recordId} onFill={() => setFilling(true)}>
        <Link className={classes.link} to={paths.question(scope, approvalId)}>
          {t('beside.details')}
        </Link>
      </Asked>
      {isFilling && <FormDialog id={approvalId} onClose={() => setFilling(false)} />}
    </div>
  )
}

import type { ApprovalView } from '@caseloom/contract/automation/approvals'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Markdown } from '../../../ui/rich-text/Markdown.tsx'
import { AnswerPanel } from './AnswerPanel.tsx'
import { Consequence } from './Consequence.tsx'
import { progressOf } from './question-state.ts'
import classes from './RecordQuestions.module.css'

interface AskedProps {
  one: ApprovalView
  /** The record beside or in which it is shown. */
  recordId: string
  onFill: () => void
  /** A link to the request. */
  children: ReactNode
}

/** What it is about, what would happen, and the answer or why the reader can't give it. */
export function Asked({ one, recordId, onFill, children }: AskedProps) {
  const { t } = useTranslation('people')
  const { record, can } = one
  const votes = can.answer && one.kind === 'approve'
  return (
    <>
      {record !== null && record.recordId !== recordId && (
        <p className={classes.sub}>{t('beside.about', { record: record.trackingId })}</p>
      )}
      {one.text !== null && <Markdown text={one.text} />}
      {one.next !== null && <Consequence next={one.next} narrow />}
      <Progress one={one} />
      {!can.answer && can.whyNot !== null && can.whyNot !== 'notAsked' && (
        <p className={classes.sub}>{t(`why.${can.whyNot}`)}</p>
      )}
      {votes ? (
        <AnswerPanel one={one} details={children} />
      ) : (
        <div className={classes.foot}>
          {can.answer && (
            <Button variant="filled" onClick={onFill}>
              {t('beside.fillIn')}
            </Button>
          )}
          {children}
        </div>
      )}
    </>
  )
}

/** How many of several have approved. */
function Progress({ one }: { one: ApprovalView }) {
  const { t } = useTranslation('people')
  const { done, needed } = progressOf(one)
  if (one.kind === 'form' || needed === 1) return null
  return (
    <p className={classes.sub}>
      {needed === null ? t('page.progressAll', { done }) : t('page.progress', { done, needed })}
    </p>
  )
}

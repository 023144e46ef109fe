import type { When } from '@caseloom/contract/apps/workflow'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useWorkflow } from './model/editor-context.ts'
import classes from './WhenEditor.module.css'

/** The value that a test reads in the trial, and whether it holds. */
export function OperandNow({ test }: { test: When | null }) {
  const { t } = useTranslation('workflow-editor')
  const { trial } = useWorkflow()
  if (test === null || trial === null) return null
  const now = trial.operand(test)
  if (now === null) return null
  return (
    <span className={classes.now} data-holds={now.holds} title={now.text}>
      {now.holds ? (
        <IconCheck size={14} stroke={2} aria-label={t('holds')} />
      ) : (
        <IconX size={14} stroke={2} aria-label={t('fails')} />
      )}
      {now.text}
    </span>
  )
}

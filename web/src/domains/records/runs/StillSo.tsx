import type { WorkflowRunView } from '@caseloom/contract/apps/workflow-runs'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Vocabulary } from '../../../field-types/workflow/rule-words.ts'
import { stateText } from './RunOutline.tsx'
import type { RunRow } from './run-rows.ts'
import classes from './Runs.module.css'
import { type RunPlace, workflowRunQuery } from './runs.queries.ts'
import { isStillSo } from './still-so.ts'

interface StillSoProps {
  run: WorkflowRunView
  row: Extract<RunRow, { kind: 'action' }>
  words: Vocabulary
  place: RunPlace
  /** The newest run of the record; null while it isn’t known. */
  newest: number | null
}

/** Whether the newest run still has what an action changed: "Still required in sequence 17". */
export function StillSo({ run, row, words, place, newest }: StillSoProps) {
  const { t } = useTranslation('workflow-runs')
  const isOlder = newest !== null && newest > run.sequence
  const query = useQuery({ ...workflowRunQuery(place, newest ?? run.sequence), enabled: isOlder })
  const { effect, item } = row
  if (!isOlder || effect === null || query.data === undefined) return null
  if (!isStillSo(effect, item.do, query.data)) return null
  const state = stateText(effect.item, effect.after, item.do, { words, t })
  return <span className={classes.quiet}>{t('stillSo', { state, sequence: newest })}</span>
}

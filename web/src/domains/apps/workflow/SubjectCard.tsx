import type { WorkflowBranch } from '@caseloom/contract/apps/workflow'
import { IconArrowsSplit2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { labelOf } from '../../../field-types/workflow/rule-words.ts'
import { subjectOfBranch } from '../../../field-types/workflow/branch-subject.ts'
import type { CardBox } from '../../../field-types/workflow/card-layout.ts'
import classes from '../../../field-types/workflow/Cards.module.css'
import { useWorkflow } from './model/editor-context.ts'

/** The field that the rules of a branch are about. */
export function SubjectCard({ branch, box }: { branch: WorkflowBranch; box: CardBox }) {
  const { t } = useTranslation('workflow-editor')
  const { words, marks, found } = useWorkflow()
  const subject = subjectOfBranch(branch)
  const isFired = branch.rules.some(({ id }) => marks.get(id) === 'fired')
  return (
    <div
      role="none"
      className={classes.subject}
      style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
      data-state={isFired ? 'fired' : 'plain'}
      data-faded={(found !== null && !branch.rules.some(({ id }) => found.has(id))) || undefined}
    >
      <span className={classes.tile} aria-hidden>
        <IconArrowsSplit2 size={16} stroke={1.7} />
      </span>
      <span className={classes.subjectWords}>
        <strong>{subject === undefined ? t('anyField') : labelOf(words, subject)}</strong>
        <code>{subject === undefined ? 'record' : `record.${subject}`}</code>
      </span>
    </div>
  )
}

import type { WorkflowBranch } from '@caseloom/contract/apps/workflow'
import { useTranslation } from 'react-i18next'
import { subjectOfBranch, subjectPath } from '../../../field-types/workflow/branch-subject.ts'
import type { CardBox } from '../../../field-types/workflow/card-layout.ts'
import { SubjectBox } from '../../../field-types/workflow/CardParts.tsx'
import { labelOf } from '../../../field-types/workflow/rule-words.ts'
import { useWorkflow } from './model/editor-context.ts'

export function SubjectCard({ branch, box }: { branch: WorkflowBranch; box: CardBox }) {
  const { t } = useTranslation('workflow-editor')
  const { words, marks, found } = useWorkflow()
  const subject = subjectOfBranch(branch)
  return (
    <SubjectBox
      box={box}
      hasFired={branch.rules.some(({ id }) => marks.get(id) === 'fired')}
      isFaded={found !== null && !branch.rules.some(({ id }) => found.has(id))}
      label={subject === undefined ? t('anyField') : labelOf(words, subject)}
      path={subjectPath(subject)}
    />
  )
}

import { ActionIcon } from '@mantine/core'
import {
  IconAlertTriangleFilled,
  IconChevronDown,
  IconChevronUp,
  IconExclamationCircleFilled,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import marks from '../../../field-types/workflow/Logic.module.css'
import { formatCount } from '../../../ui/time.ts'
import { useWorkflow } from './model/editor-context.ts'
import type { PlacedProblem } from './model/placed-problems.ts'
import { rowText } from './row-words.ts'
import { rowsOf } from './workflow-rows.ts'
import classes from './WorkflowView.module.css'

const NONE: ReadonlySet<string> = new Set()

/** What is wrong with the workflow, each at its place. */
export function ProblemsStrip({ onGo }: { onGo: (problem: PlacedProblem) => void }) {
  const { t } = useTranslation('workflow-editor')
  const { problems, workflow, words } = useWorkflow()
  const [isOpen, setIsOpen] = useState(true)
  if (problems.length === 0) return null
  const rows = rowsOf(workflow, NONE)
  const placeOf = ({ item, test }: PlacedProblem) => {
    const named = workflow.tests?.find(({ id }) => id === test)
    if (named !== undefined) return t('tests.place', { name: named.name })
    const row = rows.find(({ id }) => id === item)
    return row === undefined ? t('problems.whole') : rowText(words, row)
  }
  const errors = problems.filter(({ severity }) => severity === 'error').length
  return (
    <section className={classes.problems} aria-labelledby="workflow-problems">
      <header className={classes.problemsHead}>
        <h2 id="workflow-problems">{t('problems.title')}</h2>
        <IconExclamationCircleFilled size={14} className={marks.error} aria-label={t('problems.errors')} />
        <span>{formatCount(errors)}</span>
        <IconAlertTriangleFilled size={14} className={marks.warning} aria-label={t('problems.warnings')} />
        <span>{formatCount(problems.length - errors)}</span>
        <span className={classes.problemsNote}>{t('problems.note')}</span>
        <ActionIcon
          size={24}
          aria-label={t('problems.title')}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronUp size={14} aria-hidden />}
        </ActionIcon>
      </header>
      {isOpen && (
        <ul className={classes.problemsList}>
          {problems.map((problem) => (
            <li key={`${problem.item} ${problem.test} ${problem.code} ${problem.message}`}>
              <ProblemLine problem={problem} place={placeOf(problem)} onGo={onGo} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface ProblemLineProps {
  problem: PlacedProblem
  place: string
  onGo: (problem: PlacedProblem) => void
}

function ProblemLine({ problem, place, onGo }: ProblemLineProps) {
  const isError = problem.severity === 'error'
  const Glyph = isError ? IconExclamationCircleFilled : IconAlertTriangleFilled
  return (
    <button type="button" className={classes.problem} data-problem-line onClick={() => onGo(problem)}>
      <Glyph size={14} className={isError ? marks.error : marks.warning} aria-hidden />
      <strong>{place}</strong>
      <span title={problem.message}>{problem.message}</span>
      <code>{problem.code}</code>
    </button>
  )
}

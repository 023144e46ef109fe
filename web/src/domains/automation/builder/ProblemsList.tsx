import {
  IconAlertTriangleFilled,
  IconChevronDown,
  IconChevronUp,
  IconExclamationCircleFilled,
} from '@tabler/icons-react'
import { ActionIcon, Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../ui/time.ts'
import classes from '../shared/Automation.module.css'
import own from './Builder.module.css'
import { type Problem, useBuilder } from './model/builder-context.ts'
import { findStep, nodeAt, type Path, triggerKeyOf, setIn, triggersOf, valueAt } from './model/places.ts'

export function ProblemsList({ onGo }: { onGo: (node: string | null) => void }) {
  const { t } = useTranslation('builder')
  const { issues, warnings, document: draft, select } = useBuilder()
  const [isOpen, setIsOpen] = useState(true)
  const all: readonly Problem[] = [...issues, ...warnings]
  if (all.length === 0) return null
  const titleOf = (node: string | null): string => {
    if (node === null) return t('problems.document')
    const key = triggerKeyOf(node)
    const found =
      key === null ? findStep(draft, node)?.step : triggersOf(draft).find((one) => one.key === key)?.trigger
    const title = found?.['title']
    return typeof title === 'string' && title !== '' ? title : (key ?? node)
  }
  const nodeOf = (issue: Problem) => nodeAt(draft, issue.path) ?? issue.step ?? null
  return (
    <section className={`${classes.problems} ${own.problems}`} aria-labelledby="problems-title">
      <ProblemsHeader isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
      {isOpen && (
        <ul className={classes.problemsList}>
          {all.map((issue) => {
            const node = nodeOf(issue)
            return (
              <li key={`${issue.path.join('.')} ${issue.code} ${issue.message}`} className={own.problemLine}>
                <ProblemLine select={select} node={node} issue={issue} onGo={onGo} titleOf={titleOf} />
                <FixButton issue={issue} node={node} onGo={onGo} />
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

function ProblemsHeader({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const { t } = useTranslation('builder')
  const { issues, warnings } = useBuilder()
  return (
    <header className={classes.problemsHeader}>
      <h2 id="problems-title" className={classes.panelTitle}>
        {t('problems.title')}
      </h2>
      {issues.length > 0 && <Count of={issues} />}
      {warnings.length > 0 && <Count of={warnings} />}
      <span className={classes.problemsNote}>
        {t(issues.length > 0 ? 'problems.note' : 'problems.warningsNote')}
      </span>
      <ActionIcon size={24} aria-label={t('problems.title')} aria-expanded={isOpen} onClick={onToggle}>
        {isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronUp size={14} aria-hidden />}
      </ActionIcon>
    </header>
  )
}

interface ProblemLineProps {
  select: (nodes: string | readonly string[] | null, field?: Path) => void
  node: string | null
  issue: Problem
  onGo: (node: string | null) => void
  titleOf: (node: string | null) => string
}

function ProblemLine({ select, node, issue, onGo, titleOf }: ProblemLineProps) {
  return (
    <button
      type="button"
      className={classes.problem}
      onClick={() => {
        select(node, issue.path)
        onGo(node)
      }}
    >
      <ProblemIcon isWarning={issue.warning === true} />
      <span className={classes.problemStep}>{titleOf(node)}</span>
      <span className={classes.problemText} title={issue.message}>
        {issue.message}
      </span>
      <code className={classes.problemPath}>{issue.code}</code>
    </button>
  )
}

function Count({ of: problems }: { of: readonly Problem[] }) {
  return (
    <>
      <ProblemIcon isWarning={problems[0]?.warning === true} />
      <span>{formatCount(problems.length)}</span>
    </>
  )
}

function ProblemIcon({ isWarning }: { isWarning: boolean }) {
  const { t } = useTranslation('builder')
  return isWarning ? (
    <IconAlertTriangleFilled size={14} className={own.warningIcon} aria-label={t('problems.warning')} />
  ) : (
    <IconExclamationCircleFilled size={14} className={classes.problemIcon} aria-hidden />
  )
}

type FixButtonProps = Pick<ProblemLineProps, 'issue' | 'node' | 'onGo'>

/** Writes what was most likely meant in place of the text that is there, and leads to its field. */
function FixButton({ issue: { path, fix }, node, onGo }: FixButtonProps) {
  const { t } = useTranslation('builder')
  const { document: draft, edit, select, readOnly } = useBuilder()
  if (fix === undefined || readOnly) return null
  const replace = () => {
    const checked = valueAt(draft, path)
    // Someone else may have changed the text meanwhile.
    edit(t('problems.fixed'), (before) =>
      valueAt(before, path) === checked ? setIn(before, path, fix) : before,
    )
    select(node, path)
    onGo(node)
  }
  return (
    <Button
      size="compact-xs"
      variant="default"
      className={own.problemFix ?? ''}
      aria-label={t('problems.fixWith', { text: fix })}
      title={t('problems.fixWith', { text: fix })}
      onClick={replace}
    >
      {t('problems.fix')}
    </Button>
  )
}

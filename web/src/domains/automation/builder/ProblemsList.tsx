import type { Issue } from '@caseloom/playbook/issues'
import { IconChevronDown, IconChevronUp, IconExclamationCircleFilled } from '@tabler/icons-react'
import { ActionIcon } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../ui/time.ts'
import classes from '../shared/Automation.module.css'
import own from './Builder.module.css'
import { useBuilder } from './model/builder-context.ts'
import { findStep, nodeAt, type Path, triggerKeyOf, triggersOf } from './model/places.ts'

export function ProblemsList({ onGo }: { onGo: (node: string | null) => void }) {
  const { t } = useTranslation('builder')
  const { issues, document: draft, select } = useBuilder()
  const [isOpen, setIsOpen] = useState(true)
  if (issues.length === 0) return null
  const titleOf = (node: string | null): string => {
    if (node === null) return t('problems.document')
    const key = triggerKeyOf(node)
    const found =
      key === null ? findStep(draft, node)?.step : triggersOf(draft).find((one) => one.key === key)?.trigger
    const title = found?.['title']
    return typeof title === 'string' && title !== '' ? title : (key ?? node)
  }
  const nodeOf = (issue: Issue) => nodeAt(draft, issue.path) ?? issue.step ?? null
  return (
    <section className={`${classes.problems} ${own.problems}`} aria-labelledby="problems-title">
      <header className={classes.problemsHeader}>
        <h2 id="problems-title" className={classes.panelTitle}>
          {t('problems.title')}
        </h2>
        <IconExclamationCircleFilled size={14} className={classes.problemIcon} aria-hidden />
        <span>{formatCount(issues.length)}</span>
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
          {issues.map((issue) => {
            const node = nodeOf(issue)
            return (
              <li key={`${issue.path.join('.')} ${issue.code} ${issue.message}`}>
                <ProblemLine select={select} node={node} issue={issue} onGo={onGo} titleOf={titleOf} />
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

interface ProblemLineProps {
  select: (nodes: string | readonly string[] | null, field?: Path) => void
  node: string | null
  issue: Issue
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
      <IconExclamationCircleFilled size={14} className={classes.problemIcon} aria-hidden />
      <span className={classes.problemStep}>{titleOf(node)}</span>
      <span className={classes.problemText} title={issue.message}>
        {issue.message}
      </span>
      <code className={classes.problemPath}>{issue.code}</code>
    </button>
  )
}

import type { Issue } from '@caseloom/contract/errors'
import type { JsonObject } from '@caseloom/contract/json'
import { IconExclamationCircleFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../ui/time.ts'
import classes from './Automation.module.css'
import { pathText, placeOf } from './graph-document.ts'
import { triggerOf } from './run-summary.ts'

interface ProblemsStripProps {
  issues: readonly Issue[]
  document: JsonObject
  /** Shows the step or trigger; null for a fault of the document itself. */
  onGo: (node: string | null) => void
}

/** The faults of the draft: each with its step, a sentence and its place in the document. Nothing while there are none. */
export function ProblemsStrip({ issues, document, onGo }: ProblemsStripProps) {
  const { t } = useTranslation('automation')
  if (issues.length === 0) return null
  return (
    <section className={classes.problems} aria-labelledby="problems-title">
      <header className={classes.problemsHeader}>
        <h2 id="problems-title" className={classes.panelTitle}>
          {t('problems.title')}
        </h2>
        <IconExclamationCircleFilled size={14} className={classes.problemIcon} aria-hidden />
        <span>{formatCount(issues.length)}</span>
        <span className={classes.problemsNote}>{t('problems.note')}</span>
      </header>
      <ul className={classes.problemsList}>
        {issues.map((issue) => {
          const place = placeOf(issue, document)
          return (
            <li key={`${pathText(issue)} ${issue.code} ${issue.message}`}>
              <button type="button" className={classes.problem} onClick={() => onGo(place)}>
                <IconExclamationCircleFilled size={14} className={classes.problemIcon} aria-hidden />
                <span className={classes.problemStep}>
                  {place === null ? t('problems.document') : (triggerOf(place) ?? place)}
                </span>
                <span className={classes.problemText} title={issue.message}>
                  {issue.message}
                </span>
                <code className={classes.problemPath}>{pathText(issue)}</code>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

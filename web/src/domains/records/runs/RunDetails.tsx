import type { AppView } from '@caseloom/contract/apps/apps'
import type { WorkflowRule } from '@caseloom/contract/apps/workflow'
import type { RuleOutcome, WorkflowRunView } from '@caseloom/contract/apps/workflow-runs'
import { IconCircleCheckFilled, IconCircleXFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  actionText,
  labelOf,
  operandWords,
  type Vocabulary,
  whenTitle,
} from '../../../field-types/workflow/rule-words.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { effectText } from './RunOutline.tsx'
import { runText } from './run-text.ts'
import { actionThen, operandsRead, type RunRow, ruleTitle, runRows } from './run-rows.ts'
import classes from './Runs.module.css'
import type { RunPlace } from './runs.queries.ts'
import { StillSo } from './StillSo.tsx'
import { WhatIf } from './WhatIf.tsx'

interface RunDetailsProps {
  app: AppView
  recordId: string
  run: WorkflowRunView
  words: Vocabulary
  selected: string | null
  place: RunPlace
  /** The newest run of the record; null while it isn’t known. */
  newest: number | null
}

/** Why the selected rule or action came out as it did. */
export function RunDetails({ app, recordId, run, words, selected, place, newest }: RunDetailsProps) {
  const { t } = useTranslation('workflow-runs')
  const rows = runRows(run, false)
  const row = rows.find(({ id }) => id === selected)
  return (
    <aside className={classes.details} aria-label={t('details')}>
      {row === undefined || row.kind === 'stage' ? (
        <p className={classes.quiet}>{t('choose')}</p>
      ) : (
        <Reason
          {...{ run, row, rows, words }}
          still={row.kind === 'action' && <StillSo {...{ run, row, words, place, newest }} />}
        >
          {run.expiredAt === null && <WhatIf key={row.id} {...{ app, run, recordId, row, words }} />}
        </Reason>
      )}
      <footer className={classes.detailsFoot}>
        <CopyButton value={() => location.href} label={t('copyLink')} look="button" />
        <CopyButton value={() => runText(run, words, t)} label={t('copyText')} look="button" />
      </footer>
    </aside>
  )
}

/** An else has no condition of its own. */
function reasonOf(rule: WorkflowRule | null, outcome: RuleOutcome): string {
  if (rule === null || rule.when !== undefined) return outcome
  if (outcome === 'true') return 'elseTrue'
  return outcome === 'false' ? 'elseFalse' : outcome
}

interface ReasonProps {
  run: WorkflowRunView
  row: Exclude<RunRow, { kind: 'stage' }>
  rows: readonly RunRow[]
  words: Vocabulary
  /** Beside what it changed. */
  still: ReactNode
  children: ReactNode
}

function Reason({ run, row, rows, words, still, children }: ReasonProps) {
  const { t } = useTranslation('workflow-runs')
  const outcome = row.run?.outcome ?? 'not_run'
  const owner = rows.find((one) => one.kind === 'rule' && one.id === String(row.run?.rule))
  const rule = owner?.kind === 'rule' ? owner.item : null
  const condition = rule === null ? '' : ruleTitle(rule, outcome, { words, t })
  const title = row.kind === 'rule' ? condition : actionText(words, actionThen(row.item, run, words))
  const changed =
    row.kind === 'action' && row.effect !== null && run.expiredAt === null
      ? effectText(row.effect, row.item.do, { words, t })
      : ''
  return (
    <div className={classes.reason}>
      <h2>{title}</h2>
      <h3>{t('because')}</h3>
      <p>{t(`reasons.${reasonOf(rule, outcome)}`, { condition })}</p>
      <Operands reads={operandsRead(rule, row.run)} words={words} />
      {changed !== '' && (
        <>
          <h3>{t('whatChanged')}</h3>
          <p className={classes.changed}>
            <span>{changed}</span>
            {still}
          </p>
        </>
      )}
      {children}
    </div>
  )
}

interface OperandsProps {
  reads: ReturnType<typeof operandsRead>
  words: Vocabulary
}

function Operands({ reads, words }: OperandsProps) {
  const { t } = useTranslation('workflow-runs')
  if (reads.length === 0) return null
  return (
    <table className={classes.operands}>
      <thead>
        <tr>
          <th scope="col">{t('operand')}</th>
          <th scope="col">{t('valueThen')}</th>
          <th scope="col">{t('outcome')}</th>
        </tr>
      </thead>
      <tbody>
        {reads.map(({ test, operand: { path, actual, holds, fault } }) => {
          const Glyph = holds ? IconCircleCheckFilled : IconCircleXFilled
          return (
            <tr key={path}>
              <td>
                {'field' in test && !('table' in test) ? labelOf(words, test.field) : whenTitle(words, test)}
              </td>
              <td>
                {fault ?? (operandWords(words, test, actual) || t('linked' in test ? 'notStored' : 'empty'))}
              </td>
              <td>
                <Glyph
                  size={15}
                  role="img"
                  data-holds={holds}
                  aria-label={t(holds ? 'outcomes.true' : 'outcomes.false')}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

import type { PlaybookTestResult } from '@caseloom/contract/automation/playbook-tests'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { stepOfPath } from '@caseloom/playbook/step-of-path'
import { ActionIcon as IconButton, Select } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleXFilled, IconPointFilled, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import marks from '../../../../field-types/workflow/Logic.module.css'
import { glimpse } from '../../../../ui/expression/shape.ts'
import { useBuilder } from '../model/builder-context.ts'
import { findStep, isObject } from '../model/places.ts'
import { changeTest, type SavedTest, triggerTitle } from '../model/saved-tests.ts'
import { Section } from '../parts/PanelShell.tsx'
import { type ExpectationRow, rowsOf, withExpectedOutput, withoutExpectation } from './expectation-rows.ts'
import type { Translate } from '../../shared/translate.ts'
import classes from './SavedTests.module.css'

interface TestDetailsProps {
  saved: SavedTest
  result: PlaybookTestResult | undefined
}

/** What a test gives, what it expects, and what its last run got. */
export function TestDetails({ saved, result }: TestDetailsProps) {
  return (
    <>
      <GivenRows test={saved.test} result={result} />
      <ExpectedRows saved={saved} result={result} />
    </>
  )
}

function GivenRows({ test, result }: { test: JsonObject; result: PlaybookTestResult | undefined }) {
  const { t } = useTranslation('savedTests')
  const { document } = useBuilder()
  const trigger = isObject(test['trigger']) ? test['trigger'] : {}
  const given = isObject(test['given']) ? test['given'] : {}
  const missing = (result?.differences ?? []).filter(({ at }) => at.startsWith('given.'))
  return (
    <Section title={t('given')}>
      <ul className={`${classes.rows} ${classes.given}`}>
        <Row label={triggerTitle(document, test) ?? t('byHand')} value={glimpse(trigger['payload'])} />
        {isObject(test['inputs']) && <Row label={t('inputs')} value={glimpse(test['inputs'])} />}
        {Object.entries(given).map(([path, value]) => (
          <Row key={path} label={titleOf(document, path)} value={givenText(value, t('unanswered'))} />
        ))}
        {missing.map(({ at }) => (
          <li key={at} className={classes.row}>
            <span className={classes.label}>{titleOf(document, at.slice('given.'.length))}</span>
            <span className={classes.value}>
              <span className={classes.got}>{t('gotNothing')}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className={classes.quiet}>{t('rest')}</p>
    </Section>
  )
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <li className={classes.row}>
      <span className={classes.label}>{label}</span>
      <span className={classes.value}>{value}</span>
    </li>
  )
}

function givenText(value: JsonValue, unanswered: string): string {
  if (Array.isArray(value)) return value.map((one) => givenText(one, unanswered)).join(', ')
  if (!isObject(value)) return glimpse(value)
  if (isObject(value['error'])) return String(value['error']['code'] ?? '')
  return value['unanswered'] === true ? unanswered : glimpse(value['output'])
}

function titleOf(document: JsonObject, path: string): string {
  const key = stepOfPath(path)
  const title = findStep(document, key)?.step['title']
  if (typeof title !== 'string') return path
  return path === key ? title : `${title} (${path})`
}

function ExpectedRows({ saved, result }: TestDetailsProps) {
  const { t } = useTranslation('savedTests')
  const { readOnly, edit, document } = useBuilder()
  const rows = rowsOf(saved.test, result?.differences ?? [])
  const change = (next: (test: JsonObject) => JsonObject) =>
    edit(t('undo.expect'), (draft) => changeTest(draft, saved.key, next))
  const known = new Set(rows.flatMap(({ step, what }) => (what === 'output' && step !== null ? [step] : [])))
  const outputs = Object.keys(result?.outputs ?? {}).filter((step) => !known.has(step))
  const stopped = (result?.differences ?? []).find(({ at, kind }) => at === 'state' && kind === 'given')
  return (
    <Section title={t('expected')}>
      {rows.length === 0 && <p className={classes.quiet}>{t('expectsNothing')}</p>}
      {stopped !== undefined && <p className={classes.got}>{String(stopped.got ?? t('notGiven'))}</p>}
      <ul className={classes.rows}>
        {rows.map((row) => (
          <Expected
            key={row.path.join('/')}
            row={row}
            isKnown={result !== undefined && result.state !== 'stopped'}
            onRemove={readOnly ? null : () => change((test) => withoutExpectation(test, row))}
          />
        ))}
      </ul>
      {!readOnly && outputs.length > 0 && (
        <Select
          label={t('expectOutput')}
          data={outputs.map((step) => ({ value: step, label: titleOf(document, step) }))}
          value={null}
          onChange={(step) => {
            const output = step === null ? undefined : result?.outputs[step]
            if (step !== null && output !== undefined)
              change((test) => withExpectedOutput(test, step, output))
          }}
        />
      )}
    </Section>
  )
}

interface ExpectedProps {
  row: ExpectationRow
  isKnown: boolean
  onRemove: (() => void) | null
}

function Expected({ row, isKnown, onRemove }: ExpectedProps) {
  const { t } = useTranslation('savedTests')
  const { document } = useBuilder()
  const { step, what, differences } = row
  const name =
    step === null
      ? t(what === 'state' ? 'ends' : what === 'error' ? 'error' : 'output')
      : t(what === 'state' ? 'stepState' : what === 'times' ? 'stepTimes' : 'stepOutput', {
          title: titleOf(document, step),
        })
  const say = (value: JsonValue) => valueText(what, value, t)
  return (
    <li className={classes.row}>
      <Mark isKnown={isKnown} fails={differences.length > 0} />
      <span className={classes.label}>{name}</span>
      <span className={classes.value}>
        {say(row.expected)}
        {differences.map(({ at, got }) => (
          <span key={at} className={classes.got}>
            {at === row.path.join('.') ? '' : `${at.slice(row.path.join('.').length)} `}
            {t('got', { value: say(got) })}
          </span>
        ))}
      </span>
      {onRemove !== null && (
        <IconButton size={20} aria-label={t('removeExpectation', { name })} onClick={onRemove}>
          <IconX size={12} stroke={1.7} aria-hidden />
        </IconButton>
      )}
    </li>
  )
}

function Mark({ isKnown, fails }: { isKnown: boolean; fails: boolean }) {
  const { t } = useTranslation('savedTests')
  if (!isKnown) return <IconPointFilled size={14} className={classes.unknown} aria-hidden />
  return fails ? (
    <IconCircleXFilled size={14} className={marks.error} role="img" aria-label={t('failed')} />
  ) : (
    <IconCircleCheckFilled size={14} className={marks.fired} role="img" aria-label={t('passed')} />
  )
}

function valueText(what: ExpectationRow['what'], value: JsonValue, t: Translate): string {
  if (what === 'state' && typeof value === 'string') return t(`states.${value}`)
  if (what === 'times' && typeof value === 'number') return t('times', { count: value })
  return glimpse(value)
}

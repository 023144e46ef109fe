import type { ReplayLine } from '@caseloom/contract/automation/builder'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { Button, NativeSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../../data/describe-error.ts'
import { paths } from '../../../../data/paths.ts'
import { useTenantScope } from '../../../../data/scope.tsx'
import { State } from '../../../../ui/glyphs/State.tsx'
import { useBuilder } from '../model/builder-context.ts'
import { glimpse } from '../../../../ui/expression/shape.ts'
import classes from '../parts/Panel.module.css'
import { Section } from '../parts/PanelShell.tsx'
import { narrow } from './narrow.ts'
import { replay } from './test.queries.ts'

const LAST = [5, 10, 25, 50]
const MAX_SHOWN = 5

/** What recent runs would do with the draft, without side effects. */
export function Replay() {
  const { t } = useTranslation('panel')
  const { document, playbook, issues } = useBuilder()
  const scope = useTenantScope()
  const [last, setLast] = useState(10)
  const look = useMutation({
    mutationFn: () => replay({ tenantId: scope.tenantId, playbookId: playbook.id }, document, last),
  })
  return (
    <Section title={t('replay.title')}>
      <p className={classes.note}>{t('replay.help')}</p>
      <div className={classes.buttons}>
        <NativeSelect
          aria-label={t('replay.last')}
          data={LAST.map((count) => ({ value: String(count), label: t('replay.count', { count }) }))}
          value={String(last)}
          onChange={(event) => setLast(Number(event.currentTarget.value))}
        />
        <Button disabled={issues.length > 0} loading={look.isPending} onClick={() => look.mutate()}>
          {t('replay.start')}
        </Button>
      </div>
      {look.isError && <p className={classes.fault}>{describeError(look.error).text}</p>}
      {look.data?.items.length === 0 && <p className={classes.note}>{t('replay.none')}</p>}
      {look.data !== undefined && look.data.items.length > 0 && <ReplayLines lines={look.data.items} />}
    </Section>
  )
}

function ReplayLines({ lines }: { lines: readonly ReplayLine[] }) {
  const { t } = useTranslation('panel')
  const { t: say } = useTranslation('automation')
  const scope = useTenantScope()
  const differing = lines.filter(({ same }) => !same).length
  return (
    <>
      <p role="status">{t('replay.differing', { count: differing, of: lines.length })}</p>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('replay.run')}</th>
            <th scope="col">{t('replay.before')}</th>
            <th scope="col">{t('replay.draft')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ run, draft, same, differences }) => (
            <tr key={run.id}>
              <th scope="row">
                <Link to={paths.run(scope, run.id)} className={classes.link}>
                  {run.number}
                </Link>
              </th>
              <td>
                <State state={run.state}>{say(`states.${run.state}`)}</State>
              </td>
              <td>
                {same ? t('replay.same') : <DraftState state={draft.state} />}
                {draft.error !== null && <p className={classes.fault}>{draft.error.message}</p>}
                {differences.slice(0, MAX_SHOWN).map((one, at) => (
                  <DifferenceLine key={at} difference={one} />
                ))}
                {differences.length > MAX_SHOWN && (
                  <p className={classes.note}>
                    {t('replay.more', { count: differences.length - MAX_SHOWN })}
                  </p>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function DifferenceLine({ difference }: { difference: ReplayLine['differences'][number] }) {
  const { t } = useTranslation('panel')
  const { t: say } = useTranslation('automation')
  const { path, what } = difference
  const { at, before, draft } = narrow(difference.before, difference.draft)
  const word = (state: JsonValue) => say(`states.${String(state)}`, { defaultValue: String(state) })
  return (
    <p className={classes.note}>
      <code className={classes.code}>{path}</code> {t(`replay.what.${what}`)}{' '}
      {what === 'state' && `${word(before)} → ${word(draft)}`}
      {(what === 'input' || what === 'output') && (
        <>
          {at !== '' && <code className={classes.code}>{at}</code>} {`${glimpse(before)} → ${glimpse(draft)}`}
        </>
      )}
    </p>
  )
}

function DraftState({ state }: { state: ReplayLine['draft']['state'] }) {
  const { t } = useTranslation('panel')
  const { t: say } = useTranslation('automation')
  if (state === 'filtered' || state === 'unknown') return t(`replay.states.${state}`)
  return <State state={state}>{say(`states.${state}`)}</State>
}

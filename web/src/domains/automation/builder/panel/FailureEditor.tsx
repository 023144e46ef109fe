import type { JsonObject } from '@caseloom/contract/kernel/json'
import { NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../../../ui/time.ts'
import { useBuilder } from '../model/builder-context.ts'
import { useIssueAt } from '../expression/FieldFrame.tsx'
import { isObject, type Path } from '../model/places.ts'
import { actionOf } from '../parts/action-view.ts'
import { ActionInput } from './ActionInput.tsx'
import classes from '../parts/Panel.module.css'
import { Section } from '../parts/PanelShell.tsx'
import { withMember } from '../../../../ui/schema-form/schema-values.ts'
import type { StepPartProps } from './step-part.ts'

export function FailureEditor(props: StepPartProps) {
  const { t } = useTranslation('panel')
  const { actions } = useBuilder()
  const { step } = props.found
  const action = actionOf(actions, String(step['action']))
  const isOutside = action === undefined || action.kind === 'effect' || action.kind === 'listen'
  if (!isOutside && step['retry'] === undefined && step['timeout'] === undefined)
    return <p className={classes.note}>{t('failure.nothing')}</p>
  return (
    <>
      <Retry {...props} />
      <Limit {...props} usual={action?.timeoutMs} />
      <Compensate {...props} />
      <p className={classes.note}>{t('failure.edges')}</p>
    </>
  )
}

function Retry({ found, readOnly, change }: StepPartProps) {
  const { t } = useTranslation('panel')
  const { step, path } = found
  const retry = isObject(step['retry']) ? step['retry'] : undefined
  const place = [...path, 'retry']
  const whole = useIssueAt(place, true)
  const attempts = useIssueAt([...place, 'attempts'])
  const set = (next: JsonObject) => change({ ...step, retry: next }, place.join('/'))
  return (
    <Section title={t('failure.retry')}>
      <Switch
        label={t('failure.tryAgain')}
        checked={retry !== undefined}
        disabled={readOnly}
        onChange={(event) =>
          change(withMember(step, 'retry', event.currentTarget.checked ? { attempts: 3 } : undefined))
        }
      />
      {whole !== undefined && <p className={classes.fault}>{whole}</p>}
      {retry !== undefined && (
        <>
          <RetryAttempts retry={retry} readOnly={readOnly} attempts={attempts} set={set} />
          <div className={classes.two}>
            <DurationInput
              label={t('failure.from')}
              path={[...place, 'from']}
              value={retry['from']}
              usual="1s"
              readOnly={readOnly}
              onChange={(next) => set(withMember(retry, 'from', next))}
            />
            <DurationInput
              label={t('failure.to')}
              path={[...place, 'to']}
              value={retry['to']}
              usual="1m"
              readOnly={readOnly}
              onChange={(next) => set(withMember(retry, 'to', next))}
            />
          </div>
        </>
      )}
    </Section>
  )
}

interface DurationInputProps {
  label: string
  path: Path
  value: unknown
  usual: string
  help?: string
  readOnly: boolean
  onChange: (value: string | undefined) => void
}

export function DurationInput({ label, path, value, usual, help, readOnly, onChange }: DurationInputProps) {
  return (
    <TextInput
      label={label}
      description={help}
      value={typeof value === 'string' ? value : ''}
      placeholder={usual}
      readOnly={readOnly}
      error={useIssueAt(path)}
      onChange={(event) => onChange(event.currentTarget.value.trim() || undefined)}
    />
  )
}

function Limit({ found, readOnly, change, usual }: StepPartProps & { usual: number | undefined }) {
  const { t } = useTranslation('panel')
  const { step, path } = found
  return (
    <DurationInput
      label={t('failure.timeout')}
      help={t('failure.timeoutHelp')}
      path={[...path, 'timeout']}
      value={step['timeout']}
      usual={usual === undefined ? '' : formatDuration(usual)}
      readOnly={readOnly}
      onChange={(next) => change(withMember(step, 'timeout', next), `${path.join('/')}/timeout`)}
    />
  )
}

function Compensate({ found, readOnly, change }: StepPartProps) {
  const { t } = useTranslation('panel')
  const { actions } = useBuilder()
  const { step, path } = found
  const undo = isObject(step['compensate']) ? step['compensate'] : undefined
  const place = [...path, 'compensate']
  const name = typeof undo?.['action'] === 'string' ? undo['action'] : ''
  const action = actionOf(actions, name)
  const set = (next: JsonObject) => change({ ...step, compensate: next }, place.join('/'))
  const effects = [...actions.values()].filter(({ kind }) => kind === 'effect')
  return (
    <Section title={t('failure.compensate')}>
      <p className={classes.note}>{t('failure.compensateHelp')}</p>
      <Select
        label={t('failure.compensateAction')}
        limit={100}
        data={effects.map((one) => ({ value: one.name, label: one.title }))}
        value={name === '' ? null : name}
        placeholder={t('failure.noCompensation')}
        searchable
        clearable={!readOnly}
        readOnly={readOnly}
        error={useIssueAt([...place, 'action'])}
        onChange={(next) => {
          if (next === null) change(withMember(step, 'compensate', undefined))
          else set({ action: next, with: {} })
        }}
      />
      {undo !== undefined && action !== undefined && (
        <ActionInput action={action} part={undo} path={place} readOnly={readOnly} onChange={set} />
      )}
    </Section>
  )
}

interface RetryAttemptsProps {
  retry: JsonObject
  readOnly: boolean
  attempts: string | undefined
  set: (next: JsonObject) => void
}

function RetryAttempts({ retry, readOnly, attempts, set }: RetryAttemptsProps) {
  const { t } = useTranslation('panel')
  return (
    <div className={classes.two}>
      <NumberInput
        label={t('failure.attempts')}
        value={typeof retry['attempts'] === 'number' ? retry['attempts'] : ''}
        min={1}
        max={100}
        clampBehavior="none"
        allowDecimal={false}
        readOnly={readOnly}
        error={attempts}
        onChange={(next) => set({ ...retry, attempts: typeof next === 'number' ? next : 1 })}
      />
      <Select
        label={t('failure.backoff')}
        data={(['exponential', 'fixed'] as const).map((one) => ({
          value: one,
          label: t(`failure.backoffs.${one}`),
        }))}
        value={retry['backoff'] === 'fixed' ? 'fixed' : 'exponential'}
        readOnly={readOnly}
        onChange={(next) => set(withMember(retry, 'backoff', next === 'fixed' ? 'fixed' : undefined))}
      />
    </div>
  )
}

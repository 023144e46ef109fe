import { OBSERVABLE_KINDS } from '@caseloom/contract/values/case-fields'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { Button, MultiSelect, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useKindName } from '../../../../ui/text/observable-kinds.ts'
import { useBuilder } from '../model/builder-context.ts'
import { useIssueAt } from '../expression/FieldFrame.tsx'
import { isObject, listAt } from '../model/places.ts'
import { AnyField } from './AnyField.tsx'
import classes from '../parts/Panel.module.css'
import { PanelScope } from './PanelScope.tsx'
import { PanelShell, Section } from '../parts/PanelShell.tsx'
import { withMember } from '../../../../ui/schema-form/schema-values.ts'
import { SchemaEditor } from './SchemaEditor.tsx'
import { SharedWith } from './SharedWith.tsx'
import { WhereUsed } from './WhereUsed.tsx'

export function PlaybookSettings({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('panel')
  const { document, edit, readOnly } = useBuilder()
  const key = String(document['playbook'] ?? '')
  const set = (name: string, next: JsonValue | undefined) =>
    edit(t('change.settings'), (before) => withMember(before, name, next), `settings/${name}`)
  const errors = listAt(document, ['onError', 'steps']).length
  return (
    <PanelShell title={t('settings.title')} subtitle={key} action="settings" onClose={onClose}>
      <PanelScope step={null}>
        <AboutFields document={document} readOnly={readOnly} set={set} />
        <SchemaEditor
          label={t('settings.inputs')}
          path={['inputs']}
          required={false}
          readOnly={readOnly}
          value={document['inputs']}
          onChange={(next) => set('inputs', next)}
        />
        <ResultSection readOnly={readOnly} document={document} set={set} />
        <Component
          component={isObject(document['component']) ? document['component'] : undefined}
          readOnly={readOnly}
          onChange={(next) => set('component', next)}
        />
        <SharedWith
          value={document['sharedWith']}
          readOnly={readOnly}
          onChange={(next) => set('sharedWith', next)}
        />
        <WhereUsed />
        <Section title={t('settings.onErrorTitle')}>
          <p className={classes.note}>{t('settings.onError', { count: errors })}</p>
          <FailureHandler readOnly={readOnly} />
        </Section>
        <KeepRuns
          value={document['keepRuns']}
          readOnly={readOnly}
          onChange={(next) => set('keepRuns', next)}
        />
      </PanelScope>
    </PanelShell>
  )
}

const OUTPUT: JsonObject = {}

function FailureHandler({ readOnly }: { readOnly: boolean }) {
  const { t } = useTranslation('panel')
  const { document, edit } = useBuilder()
  if (readOnly) return null
  const isThere = isObject(document['onError'])
  return (
    <Button
      onClick={() =>
        edit(t('change.settings'), (before) =>
          withMember(before, 'onError', isThere ? undefined : { steps: [] }),
        )
      }
    >
      {t(isThere ? 'settings.removeHandler' : 'settings.addHandler')}
    </Button>
  )
}

interface KeepRunsProps {
  value: JsonValue | undefined
  readOnly: boolean
  onChange: (value: JsonValue | undefined) => void
}

function KeepRuns({ value, readOnly, onChange }: KeepRunsProps) {
  const { t } = useTranslation('panel')
  const issue = useIssueAt(['keepRuns'])
  const choice = value === undefined ? 'usual' : value === 'forever' ? 'forever' : 'days'
  return (
    <Section title={t('settings.keep')}>
      <Select
        label={t('settings.keepRuns')}
        description={t('settings.keepHelp')}
        data={(['usual', 'days', 'forever'] as const).map((one) => ({
          value: one,
          label: t(`settings.keeps.${one}`),
        }))}
        value={choice}
        readOnly={readOnly}
        onChange={(next) => onChange(next === 'days' ? 90 : next === 'forever' ? 'forever' : undefined)}
      />
      {choice === 'days' && (
        <NumberInput
          label={t('settings.keepDays')}
          min={1}
          max={3_650}
          allowDecimal={false}
          value={typeof value === 'number' ? value : ''}
          readOnly={readOnly}
          error={issue}
          onChange={(next) => typeof next === 'number' && onChange(next)}
        />
      )}
    </Section>
  )
}

interface ComponentProps {
  component: JsonObject | undefined
  readOnly: boolean
  onChange: (component: JsonObject | undefined) => void
}

function Component({ component, readOnly, onChange }: ComponentProps) {
  const { t } = useTranslation('panel')
  return (
    <Section title={t('settings.component')}>
      <Switch
        label={t('settings.isComponent')}
        description={t('settings.isComponentHelp')}
        checked={component !== undefined}
        disabled={readOnly}
        onChange={(event) => onChange(event.currentTarget.checked ? {} : undefined)}
      />
      {component !== undefined &&
        (['heroAi', 'confirm'] as const).map((flag) => (
          <Switch
            key={flag}
            label={t(`settings.${flag}`)}
            checked={component[flag] === true}
            disabled={readOnly}
            onChange={(event) =>
              onChange(withMember(component, flag, event.currentTarget.checked || undefined))
            }
          />
        ))}
      {component !== undefined && <LooksUp {...{ component, readOnly, onChange }} />}
    </Section>
  )
}

/** For which types of observables the component is offered where they are listed. */
function LooksUp({ component, readOnly, onChange }: ComponentProps & { component: JsonObject }) {
  const { t } = useTranslation('panel')
  const kindName = useKindName()
  const { looksUp } = component
  const chosen = Array.isArray(looksUp) ? looksUp.filter((one) => typeof one === 'string') : []
  return (
    <MultiSelect
      label={t('settings.looksUp')}
      description={t('settings.looksUpHelp')}
      data={OBSERVABLE_KINDS.map((value) => ({ value, label: kindName(value) }))}
      value={chosen}
      readOnly={readOnly}
      searchable
      clearable
      error={useIssueAt(['component', 'looksUp'])}
      onChange={(next) => onChange(withMember(component, 'looksUp', next.length === 0 ? undefined : next))}
    />
  )
}

interface AboutFieldsProps {
  document: JsonObject
  readOnly: boolean
  set: (name: string, next: JsonValue | undefined) => void
}

function AboutFields({ document, readOnly, set }: AboutFieldsProps) {
  const { t } = useTranslation('panel')
  return (
    <div className={classes.fields}>
      <TextInput
        label={t('step.title')}
        value={typeof document['title'] === 'string' ? document['title'] : ''}
        maxLength={200}
        readOnly={readOnly}
        error={useIssueAt(['title'])}
        onChange={(event) => set('title', event.currentTarget.value)}
      />
      <Textarea
        label={t('step.description')}
        value={typeof document['description'] === 'string' ? document['description'] : ''}
        autosize
        minRows={2}
        maxLength={10_000}
        readOnly={readOnly}
        onChange={(event) => set('description', event.currentTarget.value || undefined)}
      />
      <Select
        label={t('settings.runAs')}
        description={t('settings.runAsHelp')}
        data={[
          { value: 'playbook', label: t('settings.asPlaybook') },
          { value: 'initiator', label: t('settings.asInitiator') },
        ]}
        value={document['runAs'] === 'initiator' ? 'initiator' : 'playbook'}
        readOnly={readOnly}
        onChange={(next) => set('runAs', next === 'initiator' ? 'initiator' : undefined)}
      />
    </div>
  )
}

interface ResultSectionProps {
  readOnly: boolean
  document: JsonObject
  set: (name: string, next: JsonValue | undefined) => void
}

function ResultSection({ readOnly, document, set }: ResultSectionProps) {
  const { t } = useTranslation('panel')
  return (
    <Section title={t('settings.result')}>
      <AnyField
        label={t('settings.output')}
        name="output"
        path={['output']}
        schema={OUTPUT}
        root={OUTPUT}
        required={false}
        readOnly={readOnly}
        value={document['output']}
        tools={undefined}
        onChange={(next) => set('output', next)}
      />
    </Section>
  )
}

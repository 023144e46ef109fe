import type { ActionView } from '@caseloom/contract/automation/builder'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { Select, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useBuilder } from '../model/builder-context.ts'
import { FieldFrame, useIssueAt } from '../expression/FieldFrame.tsx'
import { takenKeys } from '../model/keys.ts'
import { isObject, type Path } from '../model/places.ts'
import { renameStep } from '../model/rename.ts'
import { actionOf } from '../parts/action-view.ts'
import { AssetField } from './AssetField.tsx'
import { BlockParts } from './BlockParts.tsx'
import { propertiesOf } from './controls.ts'
import { KeyField } from './KeyField.tsx'
import classes from '../parts/Panel.module.css'
import { Section } from '../parts/PanelShell.tsx'
import { withMember } from '../../../../ui/schema-form/schema-values.ts'
import { PropertyFields } from './PropertyFields.tsx'
import { specialField } from './special-field.tsx'
import { withAction } from './step-action.ts'
import type { StepPartProps } from './step-part.ts'

export function StepSetup(props: StepPartProps) {
  const { found, readOnly, change } = props
  const { t } = useTranslation('panel')
  const { actions, document, edit, select } = useBuilder()
  const { key, step, path } = found
  const name = typeof step['action'] === 'string' ? step['action'] : ''
  const action = actionOf(actions, name)
  const text = (property: string) => (typeof step[property] === 'string' ? step[property] : '')
  return (
    <>
      <div className={classes.fields}>
        <TitleInput text={text} stepKey={key} readOnly={readOnly} path={path} change={change} step={step} />
        <KeyField
          label={t('step.key')}
          help={t('step.keyHelp')}
          path={path}
          value={key}
          taken={takenKeys(document)}
          readOnly={readOnly}
          onChange={(next) => {
            edit(t('change.rename', { from: key, to: next }), (before) => renameStep(before, key, next))
            select(next)
          }}
        />
        <ActionSelect {...props} name={name} />
        {action !== undefined && action.description !== null && (
          <p className={classes.note}>{action.description}</p>
        )}
        {action !== undefined && action.asset !== null && <AssetField {...props} connector={action.asset} />}
      </div>
      {action !== undefined && <InputFields {...props} action={action} />}
      <BlockParts {...props} />
      <DescriptionInput text={text} readOnly={readOnly} change={change} step={step} path={path} />
    </>
  )
}

interface TitleInputProps {
  text: (property: string) => string
  stepKey: string
  readOnly: boolean
  path: Path
  change: StepPartProps['change']
  step: JsonObject
}

function TitleInput({ text, stepKey, readOnly, path, change, step }: TitleInputProps) {
  const { t } = useTranslation('panel')
  return (
    <TextInput
      label={t('step.title')}
      value={text('title')}
      placeholder={stepKey}
      maxLength={200}
      readOnly={readOnly}
      error={useIssueAt([...path, 'title'])}
      onChange={(event) =>
        change(withMember(step, 'title', event.currentTarget.value || undefined), `${path.join('/')}/title`)
      }
    />
  )
}

interface DescriptionInputProps {
  text: (property: string) => string
  readOnly: boolean
  change: StepPartProps['change']
  step: JsonObject
  path: Path
}

function DescriptionInput({ text, readOnly, change, step, path }: DescriptionInputProps) {
  const { t } = useTranslation('panel')
  return (
    <Textarea
      label={t('step.description')}
      value={text('description')}
      autosize
      minRows={2}
      maxLength={10_000}
      readOnly={readOnly}
      onChange={(event) =>
        change(
          withMember(step, 'description', event.currentTarget.value || undefined),
          `${path.join('/')}/description`,
        )
      }
    />
  )
}

function InputFields({ found, readOnly, change, action }: StepPartProps & { action: ActionView }) {
  const { t } = useTranslation('panel')
  const { step, path } = found
  const value = isObject(step['with']) ? step['with'] : {}
  const place = [...path, 'with']
  const properties = propertiesOf(action.input)
  const whole = useIssueAt(place, true)
  const set = (next: JsonObject) => change({ ...step, with: next }, place.join('/'))
  if (properties.length === 0) return null
  return (
    <Section title={t('step.inputs')}>
      {whole !== undefined && <p className={classes.fault}>{whole}</p>}
      <PropertyFields
        key={action.name}
        properties={properties}
        path={place}
        root={action.input}
        value={value}
        readOnly={readOnly}
        onChange={set}
        special={(property, setOne, asExpression) =>
          specialField({ action, property, path: place, value, set: setOne, readOnly, asExpression })
        }
      />
    </Section>
  )
}

function ActionSelect({ found, readOnly, change, name }: StepPartProps & { name: string }) {
  const { t } = useTranslation('panel')
  const { actions } = useBuilder()
  const { step, path } = found
  const error = useIssueAt([...path, 'action'])
  const groups = new Map<string, { value: string; label: string }[]>()
  for (const view of actions.values()) {
    const group = view.connector?.title ?? view.name.split('.', 1)[0] ?? ''
    groups.set(group, [...(groups.get(group) ?? []), { value: view.name, label: view.title }])
  }
  if (!actions.has(name)) groups.set('', [{ value: name, label: name }])
  return (
    <FieldFrame label={t('step.action')} path={[...path, 'action']} error={error} type={name}>
      {({ describedBy }) => (
        <Select
          aria-label={t('step.action')}
          aria-describedby={describedBy}
          searchable
          readOnly={readOnly}
          error={error !== undefined}
          limit={100}
          data={[...groups].map(([group, items]) => ({ group, items }))}
          value={name}
          onChange={(next) => {
            if (next !== null && next !== name) change(withAction(step, next, actionOf(actions, next)))
          }}
        />
      )}
    </FieldFrame>
  )
}

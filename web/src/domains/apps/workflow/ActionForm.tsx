import type { FormItem, WorkflowAction } from '@caseloom/contract/apps/workflow'
import { itemOfName } from '@caseloom/workflow/compile'
import { MultiSelect, SegmentedControl, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { labelOf, type Vocabulary } from '../../../field-types/workflow/rule-words.ts'
import { useWorkflow } from './model/editor-context.ts'
import { keyOfItem } from './model/form-items.ts'
import { useItemChoices } from './model/item-choices.ts'
import { MessageForm } from './MessageForm.tsx'
import { targetsOf, withField } from './new-action.ts'
import { OnlyIfSelect } from './OnlyIfSelect.tsx'
import { OptionsList } from './OptionsList.tsx'
import { SourceForm } from './SourceForm.tsx'
import classes from './ItemPanel.module.css'

interface ActionFormProps<A extends WorkflowAction = WorkflowAction> {
  action: A
  onChange: (action: WorkflowAction) => void
}

type Of<Verb extends WorkflowAction['do']> = Extract<WorkflowAction, { do: Verb }>

/** The settings of an action. */
export function ActionForm({ action, onChange }: ActionFormProps) {
  const { t } = useTranslation('workflow-editor')
  const { edited, buttons, words } = useWorkflow()
  const targets = targetsOf(edited.draft, buttons)
  switch (action.do) {
    case 'show':
    case 'hide':
    case 'collapse':
    case 'expand':
    case 'read_only':
    case 'editable':
      return <ItemsForm action={action} onChange={onChange} />
    case 'require':
    case 'optional':
      return (
        <MultiSelect
          label={t('fields')}
          searchable
          data={optionsOf(words, targets.written)}
          placeholder={action.fields.length === 0 ? t('chooseField') : undefined}
          value={action.fields}
          onChange={(fields) => onChange({ ...action, fields })}
        />
      )
    case 'set':
    case 'default':
      return <SetForm action={action} onChange={onChange} fields={targets.written} />
    case 'options':
      return <OptionsForm action={action} onChange={onChange} fields={targets.chosen} />
    case 'message':
      return <MessageForm action={action} onChange={onChange} />
    case 'start_clock':
    case 'pause_clock':
    case 'stop_clock':
      return (
        <FieldSelect
          value={action.field}
          fields={targets.clocks}
          onChange={(field) => onChange({ ...action, field })}
        />
      )
    case 'offer':
      return <OfferForm action={action} onChange={onChange} />
    default:
      return action satisfies never
  }
}

function OptionsForm({
  action,
  onChange,
  fields,
}: ActionFormProps<Of<'options'>> & { fields: readonly string[] }) {
  return (
    <>
      <FieldSelect
        value={action.field}
        fields={fields}
        onChange={(field) => onChange({ ...action, field, options: [] })}
      />
      <OptionsList
        field={action.field}
        chosen={action.options}
        onChange={(options) => onChange({ ...action, options })}
      />
    </>
  )
}

function OfferForm({ action, onChange }: ActionFormProps<Of<'offer'>>) {
  const { t } = useTranslation('workflow-editor')
  const { buttons } = useWorkflow()
  return (
    <Select
      label={t('button')}
      allowDeselect={false}
      data={buttons.map(({ id, label }) => ({ value: id, label }))}
      value={action.button}
      onChange={(button) => button !== null && onChange({ ...action, button })}
    />
  )
}

interface FieldSelectProps {
  value: string
  fields: readonly string[]
  onChange: (field: string) => void
}

function FieldSelect({ value, fields, onChange }: FieldSelectProps) {
  const { t } = useTranslation('workflow-editor')
  const { words } = useWorkflow()
  return (
    <Select
      label={t('field')}
      searchable
      allowDeselect={false}
      data={optionsOf(words, fields)}
      value={value}
      onChange={(field) => field !== null && onChange(field)}
    />
  )
}

function optionsOf(words: Vocabulary, keys: readonly string[]) {
  return keys.map((key) => ({ value: key, label: labelOf(words, key) }))
}

function ItemsForm({ action, onChange }: ActionFormProps<Extract<WorkflowAction, { items: FormItem[] }>>) {
  const { t } = useTranslation('workflow-editor')
  const { buttons } = useWorkflow()
  const folds = action.do === 'collapse' || action.do === 'expand'
  const locks = action.do === 'read_only' || action.do === 'editable'
  const items = useItemChoices(buttons, (kind) =>
    folds ? kind === 'section' : locks ? kind !== 'button' && kind !== 'block' : true,
  )
  return (
    <MultiSelect
      label={t('items')}
      searchable
      data={items}
      value={action.items.map(keyOfItem)}
      placeholder={action.items.length === 0 ? t('chooseField') : undefined}
      onChange={(keys) => onChange({ ...action, items: keys.map(itemOfName) })}
    />
  )
}

interface SetFormProps extends ActionFormProps<Of<'set'> | Of<'default'>> {
  fields: readonly string[]
}

function SetForm({ action, onChange, fields }: SetFormProps) {
  const { t } = useTranslation('workflow-editor')
  const { edited } = useWorkflow()
  return (
    <>
      <FieldSelect
        value={action.field}
        fields={fields}
        onChange={(field) => onChange(withField(action, field, edited.draft.fields))}
      />
      <SourceForm
        key={action.field}
        id={action.id}
        field={action.field}
        source={action.to}
        onChange={(to) => onChange({ ...action, to })}
      />
      {action.do === 'set' && (
        <>
          <SegmentedControl
            aria-label={t('repeat')}
            data={(['once', 'always'] as const).map((one) => ({ value: one, label: t(`repeats.${one}`) }))}
            value={action.repeat}
            onChange={(repeat) => onChange({ ...action, repeat: repeat === 'always' ? repeat : 'once' })}
          />
          <p className={classes.quiet}>{t(`repeatNotes.${action.repeat}`)}</p>
          <OnlyIfSelect action={action} onChange={onChange} />
        </>
      )}
    </>
  )
}

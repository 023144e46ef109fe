import type { Field } from '@caseloom/contract/fields'
import { TagsInput, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LazyRichEditor } from '../../ui/rich-text/LazyRichEditor.tsx'
import { AttachmentEditor } from './files/AttachmentEditor.tsx'
import { ChoiceEditor } from './ChoiceEditor.tsx'
import { TechniqueEditor } from './computed/TechniqueEditor.tsx'
import type { FieldEditorProps } from './field-editor-props.ts'
import { ReferenceEditor } from './links/ReferenceEditor.tsx'

export function FieldEditor({ field, draft, onDraft, choices, input, stored, appId }: FieldEditorProps) {
  const { t } = useTranslation('records')
  if (field.type === 'attachment')
    return (
      <AttachmentEditor
        field={field}
        draft={Array.isArray(draft) ? draft : []}
        onDraft={onDraft}
        stored={stored}
      />
    )
  if (field.type === 'text' && field.format === 'rich')
    return (
      <LazyRichEditor
        html={typeof draft === 'string' ? draft : ''}
        onChange={onDraft}
        input={{ 'aria-label': field.label, ...input }}
        autoFocus={input['autoFocus'] === true}
      />
    )
  if (field.type === 'selection' || field.type === 'user' || field.type === 'group')
    return <ChoiceEditor {...choices} field={field} draft={draft} onDraft={onDraft} input={input} />
  if (field.type === 'technique')
    return <TechniqueEditor field={field} draft={draft} onDraft={onDraft} input={input} />
  if (field.type === 'reference')
    return <ReferenceEditor {...{ field, appId, draft, onDraft, input }} FieldEditor={FieldEditor} />
  if (field.type === 'list') {
    const items = Array.isArray(draft) ? draft : []
    const most = field.maxItems === undefined ? {} : { maxTags: field.maxItems }
    return (
      <TagsInput
        {...input}
        {...most}
        value={items}
        onChange={onDraft}
        inputMode={field.of === 'number' ? 'decimal' : 'text'}
        placeholder={items.length === 0 ? t('create.listHint') : ''}
        clearable={!field.required}
      />
    )
  }
  const text = typeof draft === 'string' ? draft : ''
  const onChange = (event: { currentTarget: { value: string } }) => onDraft(event.currentTarget.value)
  if (field.type === 'json' || (field.type === 'text' && field.multiline)) {
    const mono =
      field.type === 'json' ? { styles: { input: { fontFamily: 'var(--cl-mono)', fontSize: 12 } } } : {}
    return (
      <Textarea
        {...input}
        {...mono}
        {...(field.type === 'text' ? { placeholder: field.placeholder } : {})}
        autosize
        minRows={3}
        maxRows={16}
        value={text}
        onChange={onChange}
      />
    )
  }
  return <TextInput {...input} {...kindOf(field)} value={text} onChange={onChange} />
}

function kindOf(field: Field) {
  switch (field.type) {
    case 'datetime':
      return { type: 'datetime-local', step: 1 }
    case 'date':
      return { type: 'date', max: '9999-12-31' }
    case 'time':
      return { type: 'time', step: 1 }
    case 'duration':
      return { placeholder: '2h 30m', spellCheck: false }
    case 'number':
      return { inputMode: 'decimal' as const, ...affixes(field) }
    case 'url':
      return { type: 'url', spellCheck: false }
    case 'text':
      return { ...formatOf(field), ...affixes(field), placeholder: field.placeholder }
    default:
      return {}
  }
}

/** Text before and after a value, next to the input. */
function affixes(field: Field & { type: 'number' | 'text' }) {
  const suffix = field.suffix ?? (field.type === 'number' && field.format === 'percent' ? '%' : undefined)
  const width = (text: string) => 16 + 8 * text.length
  return {
    ...(field.prefix === undefined
      ? {}
      : { leftSection: <span aria-hidden>{field.prefix}</span>, leftSectionWidth: width(field.prefix) }),
    ...(suffix === undefined
      ? {}
      : { rightSection: <span aria-hidden>{suffix}</span>, rightSectionWidth: width(suffix) }),
  }
}

function formatOf(field: Field & { type: 'text' }) {
  switch (field.format) {
    case 'email':
      return { type: 'email', spellCheck: false }
    case 'telephone':
      return { type: 'tel', spellCheck: false }
    case 'ip':
    case 'hash':
      return { spellCheck: false, styles: { input: { fontFamily: 'var(--cl-mono)', fontSize: 12 } } }
    default:
      return {}
  }
}

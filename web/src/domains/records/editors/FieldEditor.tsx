import {
  fieldTraits,
  holdsFiles,
  holdsPeople,
  holdsTechniques,
} from '@caseloom/contract/field-types/field-kind'
import { TagsInput, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { webType } from '../../../field-types/registry.ts'
import { LazyRichEditor } from '../../../ui/rich-text/LazyRichEditor.tsx'
import { AttachmentEditor } from '../files/AttachmentEditor.tsx'
import { ChoiceEditor } from './ChoiceEditor.tsx'
import { TechniqueEditor } from '../computed/TechniqueEditor.tsx'
import type { FieldEditorProps } from './field-editor-props.ts'
import { ReferenceEditor } from './ReferenceEditor.tsx'

export function FieldEditor({ field, draft, onDraft, choices, input, stored, appId }: FieldEditorProps) {
  const { t } = useTranslation('records')
  if (holdsFiles(field))
    return (
      <AttachmentEditor
        field={field}
        draft={Array.isArray(draft) ? draft : []}
        onDraft={onDraft}
        stored={stored}
      />
    )
  const { html, raw, several } = fieldTraits(field)
  if (html)
    return (
      <LazyRichEditor
        html={typeof draft === 'string' ? draft : ''}
        onChange={onDraft}
        input={{ 'aria-label': field.label, ...input }}
        autoFocus={input['autoFocus'] === true}
      />
    )
  if ('options' in field || holdsPeople(field))
    return <ChoiceEditor {...choices} field={field} draft={draft} onDraft={onDraft} input={input} />
  if (holdsTechniques(field))
    return <TechniqueEditor field={field} draft={draft} onDraft={onDraft} input={input} />
  if ('app' in field)
    return <ReferenceEditor {...{ field, appId, draft, onDraft, input }} FieldEditor={FieldEditor} />
  if (several) {
    const items = Array.isArray(draft) ? draft : []
    const most = 'maxItems' in field && field.maxItems !== undefined ? { maxTags: field.maxItems } : {}
    return (
      <TagsInput
        {...input}
        {...most}
        value={items}
        onChange={onDraft}
        inputMode={'of' in field && field.of === 'number' ? 'decimal' : 'text'}
        placeholder={items.length === 0 ? t('create.listHint') : ''}
        clearable={!field.required}
      />
    )
  }
  const text = typeof draft === 'string' ? draft : ''
  const onChange = (event: { currentTarget: { value: string } }) => onDraft(event.currentTarget.value)
  const attributes = webType(field).input?.(field)
  if (!raw && !('multiline' in field && field.multiline))
    return <TextInput {...input} {...attributes} value={text} onChange={onChange} />
  return (
    <Textarea
      {...input}
      {...(raw ? MONO : {})}
      {...('placeholder' in field ? { placeholder: field.placeholder } : {})}
      autosize
      minRows={3}
      maxRows={16}
      value={text}
      onChange={onChange}
    />
  )
}

const MONO = { styles: { input: { fontFamily: 'var(--cl-mono)', fontSize: 12 } } }

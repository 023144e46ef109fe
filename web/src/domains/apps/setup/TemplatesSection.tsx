import { isFilled } from '@caseloom/contract/field-types/field-copy'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { MAX_TEMPLATES, type RecordTemplate } from '@caseloom/contract/apps/record-templates'
import { Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { SettingsSection } from '../../../ui/admin/Settings.tsx'
import { keyFrom } from '../draft/app-draft.ts'
import { type Fault, faultsIn } from '../draft/faults.ts'
import type { EditedApp } from '../draft/useAppDraft.ts'
import classes from './Setup.module.css'
import { TemplateTasks } from './TemplateTasks.tsx'
import { ValueRows } from './ValueRows.tsx'

interface TemplatesSectionProps {
  edited: EditedApp
  faults: readonly Fault[]
}

/** What new records of the app can start with. */
export function TemplatesSection({ edited, faults }: TemplatesSectionProps) {
  const { t } = useTranslation('app-setup')
  const { draft, edit, base } = edited
  const templates = draft.templates ?? []
  const write = (next: RecordTemplate[], by?: string) => {
    const { templates: _before, ...rest } = draft
    edit(next.length === 0 ? rest : { ...rest, templates: next }, by)
  }
  const add = () => {
    const name = t('templates.new')
    const key = keyFrom(name, new Set(templates.map((one) => one.key)))
    write([...templates, { key, name, fields: {}, tasks: {} }])
  }
  return (
    <SettingsSection title={t('templates.title')} text={t('templates.text')}>
      {templates.length === 0 && <p className={classes.quiet}>{t('templates.none')}</p>}
      {templates.map((template, at) => (
        <TemplateCard
          // Keys can be edited, so the position is the identity.
          key={at}
          template={template}
          taken={templates.toSpliced(at, 1).map(({ key }) => key)}
          isStored={base.templates?.some(({ key }) => key === template.key) === true}
          fields={draft.fields}
          fault={(part) => faultsIn(faults, null, `templates.${at}.${part}`)}
          onChange={(next, by) =>
            write(templates.with(at, next), by === undefined ? undefined : `templates.${at}.${by}`)
          }
          onRemove={() => write(templates.toSpliced(at, 1))}
        />
      ))}
      <div className={classes.actions}>
        <Button
          leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
          disabled={templates.length >= MAX_TEMPLATES}
          onClick={add}
        >
          {t('templates.add')}
        </Button>
      </div>
    </SettingsSection>
  )
}

interface TemplateCardProps {
  template: RecordTemplate
  /** Keys of the other templates. */
  taken: readonly string[]
  isStored: boolean
  fields: readonly FieldInput[]
  fault: (part: string) => string | undefined
  onChange: (template: RecordTemplate, by?: string) => void
  onRemove: () => void
}

function TemplateCard(props: TemplateCardProps) {
  const { template, fields, fault, onChange } = props
  const { t } = useTranslation('app-setup')
  return (
    <section className={classes.card} aria-label={t('templates.one', { name: template.name })}>
      <TemplateHead {...props} />
      <fieldset className={classes.group}>
        <legend className={classes.legend}>{t('templates.fields')}</legend>
        <p className={classes.quiet}>{t('templates.fieldsNote')}</p>
        <ValueRows
          values={template.fields}
          fields={fields.filter(isTemplated)}
          fault={(key) => fault(`fields.${key}`)}
          none={t('templates.noneSet')}
          onChange={(values) => onChange({ ...template, fields: values })}
        />
      </fieldset>
      {fields
        .filter((field) => fieldTraits(field).tasks)
        .map((field) => (
          <TemplateTasks
            key={field.key}
            label={field.label}
            tasks={template.tasks[field.key] ?? []}
            fault={(at) => fault(`tasks.${field.key}.${at}`)}
            onChange={(tasks, by) =>
              onChange({ ...template, tasks: { ...template.tasks, [field.key]: tasks } }, by)
            }
          />
        ))}
    </section>
  )
}

/** What one line of text, a choice, or a number can say. */
function isTemplated(field: FieldInput): boolean {
  const { links, tasks, observables, raw } = fieldTraits(field)
  const isUnique = 'unique' in field && field.unique
  return isFilled(field) && !links && !tasks && !observables && !raw && !isUnique && !field.readOnly
}

function TemplateHead(props: TemplateCardProps) {
  const { template, isStored, fault, onChange, onRemove } = props
  const { t } = useTranslation('app-setup')
  const { description: _description, ...bare } = template
  return (
    <>
      <div className={classes.head}>
        <TextInput
          className={classes.grow ?? ''}
          label={t('templates.name')}
          value={template.name}
          maxLength={100}
          error={fault('name')}
          onChange={(event) => onChange(renamed(props, event.currentTarget.value), 'name')}
        />
        <Button
          color="red"
          variant="subtle"
          leftSection={<IconTrash size={14} stroke={1.7} aria-hidden />}
          aria-label={t('templates.remove', { name: template.name })}
          onClick={onRemove}
        >
          {t('remove')}
        </Button>
      </div>
      <div className={classes.pair}>
        <TextInput
          label={t('templates.description')}
          value={template.description ?? ''}
          maxLength={500}
          onChange={(event) => {
            const description = event.currentTarget.value
            onChange(description === '' ? bare : { ...template, description }, 'description')
          }}
        />
        <TextInput
          label={t('key')}
          title={t(isStored ? 'keyFixed' : 'keyNote')}
          value={template.key}
          maxLength={32}
          readOnly={isStored}
          spellCheck={false}
          error={fault('key')}
          onChange={(event) => onChange({ ...template, key: event.currentTarget.value }, 'key')}
        />
      </div>
    </>
  )
}

/** The key follows the name until the template is published or someone edits the key. */
function renamed({ template, taken, isStored }: TemplateCardProps, name: string): RecordTemplate {
  const isOwn = isStored || template.key !== keyFrom(template.name, new Set(taken))
  return { ...template, name, key: isOwn ? template.key : keyFrom(name, new Set(taken)) }
}

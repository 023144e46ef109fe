import type { AppView } from '@caseloom/contract/apps/apps'
import type { TimeRange, Widget } from '@caseloom/contract/workspaces/workspaces'
import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type Dispatch, type SetStateAction, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../data/scope.tsx'
import { DockPanel, PanelSection } from '../../ui/admin/DockPanel.tsx'
import classes from './Dashboards.module.css'
import { SourceFields } from './SourceFields.tsx'
import { WidgetCard } from './WidgetCard.tsx'
import { emptyForm, formOf, LOOKS, type WidgetForm, widgetOf, withLook } from './widget-form.ts'

interface WidgetPanelProps {
  widget?: Widget | undefined
  apps: readonly AppView[]
  dashboardId: string
  range: TimeRange
  onDone: (widget: Widget) => void
  onClose: () => void
}

const NOWHERE = { id: 'preview', x: 0, y: 0, w: 4, h: 4 }

export function WidgetPanel({ widget, apps, dashboardId, range, onDone, onClose }: WidgetPanelProps) {
  const { t } = useTranslation('workspaces')
  const { tenantId } = useTenantScope()
  const formId = useId()
  const [form, setForm] = useState<WidgetForm>(() =>
    widget === undefined ? emptyForm(apps) : formOf(widget, apps),
  )
  const made = widgetOf(form, widget ?? NOWHERE)
  const preview = usePreview(made)
  const app = apps.find(({ id }) => id === form.app)
  return (
    <DockPanel
      title={t(widget === undefined ? 'form.add' : 'form.edit')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={formId} variant="filled" disabled={made === null}>
            {t(widget === undefined ? 'form.place' : 'form.apply')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (made !== null) onDone(made)
        }}
      >
        <WidgetFields form={form} apps={apps} onForm={setForm} />
      </form>
      {preview !== null && (
        <PanelSection title={t('form.preview')}>
          <div className={classes.preview}>
            <WidgetCard widget={preview} place={{ tenantId, dashboardId, range, isSaved: false }} app={app} />
          </div>
        </PanelSection>
      )}
    </DockPanel>
  )
}

/** The widget to show once the form has been at rest for a moment. */
function usePreview(made: Widget | null): Widget | null {
  const [shown] = useDebouncedValue(made === null ? null : JSON.stringify({ ...made, ...NOWHERE }), 400)
  return useMemo(() => (shown === null ? null : (JSON.parse(shown) as Widget)), [shown])
}

interface WidgetFieldsProps {
  form: WidgetForm
  apps: readonly AppView[]
  onForm: Dispatch<SetStateAction<WidgetForm>>
}

function WidgetFields({ form, apps, onForm }: WidgetFieldsProps) {
  const { t } = useTranslation('workspaces')
  const change = (over: Partial<WidgetForm>) => onForm((before) => ({ ...before, ...over }))
  const app = apps.find(({ id }) => id === form.app)
  return (
    <>
      <LookSelect form={form} apps={apps} onForm={onForm} />
      <TextInput
        label={t('form.title')}
        value={form.title}
        maxLength={100}
        data-autofocus
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      {form.look === 'text' ? (
        <Textarea
          label={t('form.markdown')}
          autosize
          minRows={6}
          maxRows={16}
          maxLength={20_000}
          value={form.markdown}
          onChange={(event) => change({ markdown: event.currentTarget.value })}
        />
      ) : (
        <>
          <Select
            label={t('form.app')}
            data={apps.map(({ id, name }) => ({ value: id, label: name }))}
            value={form.app}
            onChange={(id) => {
              const next = emptyForm(apps.filter((one) => one.id === id))
              onForm({ ...next, look: form.look, title: form.title })
            }}
          />
          {app !== undefined && <SourceFields form={form} app={app} change={change} />}
        </>
      )}
    </>
  )
}

function LookSelect({ form, apps, onForm }: WidgetFieldsProps) {
  const { t } = useTranslation('workspaces')
  return (
    <Select
      label={t('form.look')}
      searchable
      data={LOOKS.filter((look) => look === 'text' || apps.length > 0).map((look) => ({
        value: look,
        label: t(`form.looks.${look}`),
      }))}
      value={form.look}
      onChange={(next) =>
        onForm((before) => withLook(before, LOOKS.find((look) => look === next) ?? before.look, apps))
      }
    />
  )
}

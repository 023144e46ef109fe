import type { HomeWidget } from '@caseloom/contract/workspaces/home-pages'
import { NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import classes from './Home.module.css'
import { DashboardFields } from './DashboardFields.tsx'
import { freshHomeId, HOME_KINDS } from './home-draft.ts'
import { type HomeWidgetForm, homeWidgetForm, isListKind, readHomeWidget } from './home-widget-form.ts'
import { LinkFields } from './LinkFields.tsx'

interface HomeWidgetDialogProps {
  /** Null adds one. */
  widget: HomeWidget | null
  widgets: readonly HomeWidget[]
  onDone: (widget: HomeWidget) => void
  onClose: () => void
}

export function HomeWidgetDialog({ widget, widgets, onDone, onClose }: HomeWidgetDialogProps) {
  const { t } = useTranslation('home')
  const [form, setForm] = useState(() => homeWidgetForm(widget))
  const [wasTried, setTried] = useState(false)
  const read = readHomeWidget(widget?.id ?? freshHomeId(form.kind, widgets), form)
  const faults: readonly string[] = wasTried ? read.faults : []
  const change = (over: Partial<HomeWidgetForm>) => setForm((before) => ({ ...before, ...over }))
  return (
    <Dialog onClose={onClose} title={t(widget === null ? 'pages.addWidget' : 'pages.editWidget')} size={520}>
      <form
        className={classes.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (read.widget !== null) onDone(read.widget)
        }}
      >
        <KindSelect form={form} change={change} isNew={widget === null} />
        <TextInput
          label={t('pages.widgetTitle')}
          placeholder={t(`kinds.${form.kind}`)}
          value={form.title}
          maxLength={100}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        <Select
          label={t('pages.width')}
          allowDeselect={false}
          data={(['1', '2', '3'] as const).map((value) => ({ value, label: t(`pages.widths.${value}`) }))}
          value={String(form.width)}
          onChange={(width) => change({ width: Number(width ?? 1) })}
        />
        <KindFields form={form} change={change} faults={faults} />
        <DialogActions onCancel={onClose} confirm={t(widget === null ? 'pages.addWidget' : 'pages.apply')} />
      </form>
    </Dialog>
  )
}

interface FieldsProps {
  form: HomeWidgetForm
  change: (over: Partial<HomeWidgetForm>) => void
}

function KindSelect({ form, change, isNew }: FieldsProps & { isNew: boolean }) {
  const { t } = useTranslation('home')
  const mayDashboards = useMay('dashboard:read')
  const kinds = HOME_KINDS.filter((kind) => mayDashboards || kind !== 'dashboard' || kind === form.kind)
  return (
    <Select
      label={t('pages.kind')}
      data-autofocus
      allowDeselect={false}
      disabled={!isNew}
      data={kinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
      value={form.kind}
      onChange={(chosen) => {
        const kind = kinds.find((one) => one === chosen)
        if (kind !== undefined) change({ kind })
      }}
    />
  )
}

function KindFields({ form, change, faults }: FieldsProps & { faults: readonly string[] }) {
  const { t } = useTranslation('home')
  if (isListKind(form.kind))
    return (
      <NumberInput
        label={t('pages.rows')}
        min={1}
        max={50}
        allowDecimal={false}
        value={form.rows}
        error={faults.includes('rows') ? t('pages.faults.rows') : undefined}
        onChange={(rows) => change({ rows: Number(rows) })}
      />
    )
  if (form.kind === 'dashboard')
    return <DashboardFields form={form} change={change} isMissing={faults.includes('dashboardId')} />
  if (form.kind === 'text')
    return (
      <Textarea
        label={t('pages.markdown')}
        autosize
        minRows={5}
        maxRows={16}
        maxLength={20_000}
        value={form.markdown}
        onChange={(event) => change({ markdown: event.currentTarget.value })}
      />
    )
  if (form.kind === 'links')
    return <LinkFields links={form.links} onChange={(links) => change({ links })} faults={faults} />
  return null
}

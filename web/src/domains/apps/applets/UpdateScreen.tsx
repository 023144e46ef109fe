import type { AppletUpdateView, AppletView } from '@caseloom/contract/apps/applets'
import { Button, SegmentedControl } from '@mantine/core'
import { IconArrowBackUp, IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Chip, Tag } from '../../../ui/Chip.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PageFrame } from '../../../ui/frame/Frame.tsx'
import { formatDateTime } from '../../../ui/time.ts'
import classes from '../builder/Builder.module.css'
import { AppletIcon } from '../model/AppletIcon.tsx'
import own from './Update.module.css'
import { UpdateApps } from './UpdateApps.tsx'
import { UpdateDiff } from './UpdateDiff.tsx'
import { FormBeforeAfter, YamlBeforeAfter } from './UpdateForms.tsx'
import { UpdateTouches } from './UpdateTouches.tsx'
import { UpdateWarnings } from './UpdateWarnings.tsx'
import { openPoints, type Updating, useUpdating } from './useUpdating.ts'

interface UpdateScreenProps {
  applet: AppletView
  updates: readonly AppletUpdateView[]
}

export function UpdateScreen({ applet, updates }: UpdateScreenProps) {
  const { t } = useTranslation('applets')
  const updating = useUpdating(applet, updates)
  const { present } = updating
  const [view, setView] = useState<UpdateView>('changes')
  return (
    <PageFrame>
      <UpdateHead applet={applet} from={present?.link.revision ?? null}>
        {present !== null && <ViewSwitch value={view} onChange={setView} />}
      </UpdateHead>
      {present === null ? (
        <EmptyState title={t('used.empty')} text={t('used.emptyText')} />
      ) : (
        <div className={own.columns}>
          <UpdateApps applet={applet} updates={updates} updating={updating} />
          <main className={own.middle}>
            <Failures updates={updates} updating={updating} />
            {view === 'changes' && <UpdateDiff applet={applet} update={present} updating={updating} />}
            {view === 'form' && <FormBeforeAfter applet={applet} update={present} />}
            {view === 'yaml' && <YamlBeforeAfter applet={applet} update={present} />}
          </main>
          <UpdateTouches update={present} />
        </div>
      )}
      <UpdateWarnings updates={updates} taking={updating.taking} />
      <UpdateFoot applet={applet} updating={updating} onOpenPoint={() => setView('changes')} />
    </PageFrame>
  )
}

const VIEWS = ['changes', 'form', 'yaml'] as const
type UpdateView = (typeof VIEWS)[number]

function ViewSwitch({ value, onChange }: { value: UpdateView; onChange: (view: UpdateView) => void }) {
  const { t } = useTranslation('applets')
  return (
    <SegmentedControl
      aria-label={t('update.view')}
      data={VIEWS.map((one) => ({ value: one, label: t(`update.views.${one}`) }))}
      value={value}
      onChange={(next) => onChange(VIEWS.find((one) => one === next) ?? 'changes')}
    />
  )
}

interface UpdateHeadProps {
  applet: AppletView
  from: number | null
  /** At the right. */
  children: ReactNode
}

function UpdateHead({ applet, from, children }: UpdateHeadProps) {
  const { t } = useTranslation('applets')
  const { timeZone } = useTenantScope()
  const { name, icon, revision, updatedBy, updatedAt } = applet
  return (
    <header className={own.head}>
      <span className={own.headGlyph}>
        <AppletIcon name={icon} size={18} />
      </span>
      <div>
        <div className={own.headLine}>
          <h1 className={own.headTitle}>{name}</h1>
          {from !== null && from < revision && (
            <>
              <Tag>{t('version', { revision: from })}</Tag>
              <IconArrowRight size={14} stroke={1.6} aria-label={t('update.to')} />
            </>
          )}
          <Chip hue="blue">{t('version', { revision })}</Chip>
        </div>
        <p className={classes.quiet}>
          {t('update.publishedBy', {
            name: updatedBy.name,
            at: formatDateTime(new Date(updatedAt), timeZone),
          })}
        </p>
      </div>
      <span className={own.headEnd}>{children}</span>
    </header>
  )
}

/** Why apps could not be updated. */
function Failures({ updates, updating }: { updates: readonly AppletUpdateView[]; updating: Updating }) {
  const { t } = useTranslation('applets')
  const { error, data } = updating.taking
  if (error !== null) {
    const failure = describeError(error)
    return <ErrorSummary message={`${t('update.notTaken')}. ${failure.text}`} requestId={failure.requestId} />
  }
  const faults = (data?.items ?? []).flatMap(({ appId, problem }) => {
    // What is only asked about has a dialog of its own, and declining it is no failure.
    if (problem === null || problem.code === 'app.confirm_first') return []
    const label = updates.find(({ app }) => app.id === appId)?.app.name ?? ''
    const { title, issues } = problem
    return issues.length === 0
      ? [{ label, text: title }]
      : issues.map(({ message }) => ({ label, text: message }))
  })
  return faults.length === 0 ? null : <ErrorSummary message={t('update.notTaken')} faults={faults} />
}

interface UpdateFootProps {
  applet: AppletView
  updating: Updating
  /** Shows where points are decided. */
  onOpenPoint: () => void
}

function UpdateFoot({ applet, updating, onOpenPoint }: UpdateFootProps) {
  const { t } = useTranslation('applets')
  const scope = useTenantScope()
  const { present, ticked, pending, taking, select, choicesOf } = updating
  const take = (chosen: readonly AppletUpdateView[]) => {
    const open = chosen.find((update) => openPoints(update, choicesOf(update)) > 0)
    if (open === undefined) return taking.mutate({ chosen })
    select(open)
    onOpenPoint()
    // The conflicts of the app are there with the next frame.
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>('[data-open-point] input, [data-open-point]')?.focus(),
    )
  }
  const isPresent = present !== null && pending.includes(present)
  // Said here: a notice would cover the buttons.
  const done = taking.data?.items.filter(({ revision }) => revision !== null).length ?? 0
  return (
    <footer className={own.foot}>
      {pending.length > 0 && <IconArrowBackUp size={14} stroke={1.6} aria-hidden />}
      <span className={own.grow} role="status">
        {done > 0
          ? t('update.done', { count: done, revision: applet.revision })
          : pending.length > 0 && t('update.footNote')}
      </span>
      <Button component={Link} variant="subtle" to={paths.appletBuilder(scope, applet.id)}>
        {t(pending.length > 0 ? 'update.later' : 'update.back')}
      </Button>
      {isPresent && (
        <TakeButton
          label={t('update.one', { name: present.app.name })}
          open={openPoints(present, choicesOf(present))}
          loading={taking.isPending}
          onTake={() => take([present])}
        />
      )}
      {ticked.length > 1 && (
        <TakeButton
          filled
          label={t('update.several', { count: ticked.length })}
          open={ticked.reduce((sum, update) => sum + openPoints(update, choicesOf(update)), 0)}
          loading={taking.isPending}
          onTake={() => take(ticked)}
        />
      )}
    </footer>
  )
}

interface TakeButtonProps {
  label: string
  filled?: boolean
  /** Points to decide first; pressing the button leads to the first one. */
  open: number
  loading: boolean
  onTake: () => void
}

function TakeButton({ label, filled = false, open, loading, onTake }: TakeButtonProps) {
  const { t } = useTranslation('applets')
  const isBlocked = open > 0
  return (
    <Button
      variant={filled ? 'filled' : 'default'}
      loading={loading}
      {...(isBlocked ? { 'aria-disabled': true, 'data-disabled': true } : {})}
      onClick={onTake}
    >
      {isBlocked ? t('update.blocked', { label, count: open }) : label}
    </Button>
  )
}

import { type AppView, MAX_PROMOTIONS, type Promotion } from '@caseloom/contract/apps/apps'
import { isFilled } from '@caseloom/contract/field-types/field-copy'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { appsQuery } from '../../../data/apps.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { SettingsSection } from '../../../ui/admin/Settings.tsx'
import { keyFrom } from '../draft/app-draft.ts'
import { type Fault, faultsIn } from '../draft/faults.ts'
import type { EditedApp } from '../draft/useAppDraft.ts'
import { CopyRows } from './CopyRows.tsx'
import { ValueRows } from './ValueRows.tsx'
import classes from './Setup.module.css'

interface SetupProps {
  edited: EditedApp
  faults: readonly Fault[]
}

type LinkField = FieldInput & { type: 'reference' }

/** The promotions of a draft, and how they change. */
function usePromotions({ draft, edit }: EditedApp) {
  const { t } = useTranslation('app-setup')
  const { tenantId } = useTenantScope()
  const apps = useQuery(appsQuery(tenantId)).data ?? []
  const promotions = draft.promotions ?? []
  const links = draft.fields.filter((field): field is LinkField => 'columns' in field)
  const write = (next: Promotion[], by?: string) => {
    const { promotions: _before, ...rest } = draft
    edit(next.length === 0 ? rest : { ...rest, promotions: next }, by)
  }
  const add = () => {
    const [link] = links
    if (link === undefined) return
    const app = apps.find(({ id }) => id === link.app)
    const label = t('promotions.new', { app: (app?.name ?? link.label).toLowerCase() })
    const key = keyFrom(label, new Set(promotions.map((one) => one.key)))
    write([...promotions, { key, label, link: link.key, copy: {}, set: {} }])
  }
  return { apps, promotions, links, write, add }
}

/** How records of this app become part of one of another app. */
export function PromotionsSection({ edited, faults }: SetupProps) {
  const { t } = useTranslation('app-setup')
  const { apps, promotions, links, write, add } = usePromotions(edited)
  const isStored = ({ key }: Promotion) => edited.base.promotions?.some((one) => one.key === key) === true
  return (
    <SettingsSection title={t('promotions.title')} text={t('promotions.text')}>
      {promotions.length === 0 && (
        <p className={classes.quiet}>{t(links.length === 0 ? 'promotions.noLinks' : 'promotions.none')}</p>
      )}
      {promotions.map((promotion, at) => (
        <PromotionCard
          // Keys can be edited, so the position is the identity.
          key={at}
          promotion={promotion}
          isStored={isStored(promotion)}
          fields={edited.draft.fields}
          links={links}
          target={targetOf(promotion, links, apps, edited)}
          apps={apps}
          fault={(part) => faultsIn(faults, null, `promotions.${at}.${part}`)}
          onChange={(next, by) =>
            write(promotions.with(at, next), by === undefined ? undefined : `promotions.${at}.${by}`)
          }
          onRemove={() => write(promotions.toSpliced(at, 1))}
        />
      ))}
      <div className={classes.actions}>
        <Button
          leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
          disabled={links.length === 0 || promotions.length >= MAX_PROMOTIONS}
          onClick={add}
        >
          {t('promotions.add')}
        </Button>
      </div>
    </SettingsSection>
  )
}

interface Target {
  name: string
  fields: readonly FieldInput[]
}

/** The app that a promotion creates records in; null when it isn't visible. An app can point to itself. */
function targetOf(
  { link }: Promotion,
  links: readonly LinkField[],
  apps: readonly AppView[],
  { base, draft }: EditedApp,
): Target | null {
  const app = links.find(({ key }) => key === link)?.app
  return app === base.id ? draft : (apps.find(({ id }) => id === app) ?? null)
}

interface PromotionCardProps {
  promotion: Promotion
  isStored: boolean
  fields: readonly FieldInput[]
  links: readonly LinkField[]
  apps: readonly AppView[]
  target: Target | null
  fault: (part: string) => string | undefined
  onChange: (promotion: Promotion, by?: string) => void
  onRemove: () => void
}

function PromotionCard(props: PromotionCardProps) {
  const { promotion, fields, target, fault, onChange } = props
  const { t } = useTranslation('app-setup')
  return (
    <section className={classes.card} aria-label={t('promotions.one', { name: promotion.label })}>
      <PromotionHead {...props} />
      <fieldset className={classes.group}>
        <legend className={classes.legend}>{t('promotions.copy')}</legend>
        <p className={classes.quiet}>{t('promotions.copyNote')}</p>
        {target === null ? (
          <p className={classes.quiet}>{t('promotions.noTarget')}</p>
        ) : (
          <CopyRows {...{ promotion, target, fault, onChange }} sources={fields} />
        )}
      </fieldset>
      <fieldset className={classes.group}>
        <legend className={classes.legend}>{t('promotions.set')}</legend>
        <p className={classes.quiet}>{t('promotions.setNote')}</p>
        <ValueRows
          values={promotion.set}
          fields={fields.filter((field) => isFilled(field) && !('columns' in field) && !field.readOnly)}
          fault={(key) => fault(`set.${key}`)}
          none={t('promotions.noneSet')}
          onChange={(set) => onChange({ ...promotion, set })}
        />
      </fieldset>
    </section>
  )
}

function PromotionHead(props: PromotionCardProps) {
  const { promotion, fault, onChange, onRemove } = props
  const { t } = useTranslation('app-setup')
  return (
    <>
      <div className={classes.head}>
        <TextInput
          className={classes.grow ?? ''}
          label={t('promotions.label')}
          value={promotion.label}
          maxLength={100}
          error={fault('label')}
          onChange={(event) => onChange({ ...promotion, label: event.currentTarget.value }, 'label')}
        />
        <Button
          color="red"
          variant="subtle"
          leftSection={<IconTrash size={14} stroke={1.7} aria-hidden />}
          aria-label={t('promotions.remove', { name: promotion.label })}
          onClick={onRemove}
        >
          {t('remove')}
        </Button>
      </div>
      <PromotionPlace {...props} />
    </>
  )
}

function PromotionPlace({ promotion, isStored, links, apps, fault, onChange }: PromotionCardProps) {
  const { t } = useTranslation('app-setup')
  const nameOf = (id: string) => apps.find((app) => app.id === id)?.name ?? '…'
  return (
    <div className={classes.pair}>
      <Select
        label={t('promotions.link')}
        description={t('promotions.linkNote')}
        data={links.map(({ key, label, app }) => ({
          value: String(key),
          label: t('promotions.otherApp', { field: label, app: nameOf(app) }),
        }))}
        value={promotion.link}
        allowDeselect={false}
        error={fault('link')}
        onChange={(link) => link !== null && onChange({ ...promotion, link })}
      />
      <TextInput
        label={t('key')}
        description={t(isStored ? 'keyFixed' : 'keyNote')}
        value={promotion.key}
        maxLength={32}
        readOnly={isStored}
        spellCheck={false}
        error={fault('key')}
        onChange={(event) => onChange({ ...promotion, key: event.currentTarget.value }, 'key')}
      />
    </div>
  )
}

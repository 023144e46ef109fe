import type { RoleLayout } from '@caseloom/contract/apps/layout'
import { Button, MultiSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { principalsQuery } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { DockPanel, PanelSection } from '../../../ui/admin/DockPanel.tsx'
import { changeLayout, moveLayout, removeLayout } from '../draft/layout-lens.ts'
import type { EditedApp } from '../draft/useAppDraft.ts'
import classes from './Builder.module.css'
import bar from './LayoutBar.module.css'

interface LayoutPanelProps {
  edited: EditedApp
  layout: RoleLayout
  onRemoved: () => void
  onClose: () => void
}

/** Name, roles, and order of a layout for roles. */
export function LayoutPanel({ edited, layout, onRemoved, onClose }: LayoutPanelProps) {
  const { t } = useTranslation('apps')
  const { tenantId } = useTenantScope()
  const known = useQuery(principalsQuery(tenantId)).data?.roles
  const roles = known ?? []
  const missing =
    known === undefined ? [] : layout.roles.filter((role) => !known.some(({ id }) => id === role))
  const { draft, edit } = edited
  return (
    <DockPanel title={layout.name} subtitle={t('layouts.kind')} onClose={onClose}>
      <TextInput
        label={t('layouts.name')}
        value={layout.name}
        maxLength={100}
        onChange={(event) =>
          edit(changeLayout(draft, { ...layout, name: event.currentTarget.value }), 'layout.name')
        }
      />
      <MultiSelect
        label={t('layouts.roles')}
        description={t('layouts.rolesNote')}
        searchable
        data={[
          ...roles.map(({ id, name }) => ({ value: String(id), label: name })),
          ...missing.map((id) => ({ value: String(id), label: t('layouts.deletedRole') })),
        ]}
        value={layout.roles}
        error={missing.length > 0 && t('layouts.missingRoles', { count: missing.length })}
        onChange={(next) => {
          const chosen = [...roles.map(({ id }) => id), ...missing].filter((id) => next.includes(id))
          edit(changeLayout(draft, { ...layout, roles: chosen }))
        }}
      />
      <LayoutOrder edited={edited} layout={layout} />
      <p className={classes.quiet}>{t('layouts.noRight')}</p>
      <div>
        <Button
          variant="subtle"
          color="red"
          onClick={() => {
            onRemoved()
            edit(removeLayout(draft, layout.id))
          }}
        >
          {t('layouts.remove')}
        </Button>
      </div>
    </DockPanel>
  )
}

function LayoutOrder({ edited, layout }: Pick<LayoutPanelProps, 'edited' | 'layout'>) {
  const { t } = useTranslation('apps')
  const { draft, edit } = edited
  const { layouts = [] } = draft
  const at = layouts.findIndex(({ id }) => id === layout.id)
  return (
    <PanelSection title={t('layouts.order')}>
      <p className={classes.quiet}>{t('layouts.orderNote', { at: at + 1, count: layouts.length })}</p>
      <div className={bar.actions}>
        <Button disabled={at <= 0} onClick={() => edit(moveLayout(draft, layout.id, -1))}>
          {t('layouts.earlier')}
        </Button>
        <Button disabled={at >= layouts.length - 1} onClick={() => edit(moveLayout(draft, layout.id, 1))}>
          {t('layouts.later')}
        </Button>
      </div>
    </PanelSection>
  )
}

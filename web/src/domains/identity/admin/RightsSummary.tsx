import type { UserView } from '@caseloom/contract/identity/directory'
import type { Permission } from '@caseloom/contract/kernel/permissions'
import { Select } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PanelSection } from '../../../ui/admin/DockPanel.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import matrix from './Matrix.module.css'
import { actionOf, MATRIX, rightsIn } from './permission-matrix.ts'
import type { Directory } from './useDirectory.ts'

/** Permissions of a user in a tenant, all roles and groups combined. */
export function RightsSummary({ user, directory }: { user: UserView; directory: Directory }) {
  const { t } = useTranslation('admin')
  const [chosen, setChosen] = useState<string | null>(null)
  const open = directory.tenants.filter((tenant) => tenant.status !== 'deleting')
  const tenant = open.find((one) => one.id === chosen) ?? open[0]
  if (tenant === undefined) return null
  const rights = rightsIn(tenant.id, user, directory)
  const rows = MATRIX.map(({ resource, cells }) => ({
    resource,
    held: cells.filter((one) => one !== undefined && rights.has(one)),
  })).filter(({ held }) => held.length > 0)
  return (
    <PanelSection
      title={t('user.rightsIn', { tenant: tenant.name })}
      end={
        open.length > 1 && (
          <Select
            aria-label={t('user.rightsTenant')}
            data={open.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={tenant.id}
            onChange={setChosen}
            w={160}
          />
        )
      }
    >
      {rows.length === 0 && <p className={classes.quiet}>{t('user.rightsNone')}</p>}
      <RightsList rows={rows} rights={rights} />
    </PanelSection>
  )
}

interface RightsListProps {
  rows: readonly {
    resource: (typeof MATRIX)[number]['resource']
    held: readonly (Permission | undefined)[]
  }[]
  rights: ReturnType<typeof rightsIn>
}

function RightsList({ rows, rights }: RightsListProps) {
  const { t } = useTranslation('admin')
  return (
    <dl className={matrix.words}>
      {rows.map(({ resource, held }) => (
        <div key={resource} className={matrix.wordRow}>
          <dt>{t(`resources.${resource}`)}</dt>
          <dd>
            {held.map((permission) => {
              if (permission === undefined) return null
              const byGroup = rights.get(permission) === 'group'
              return (
                <span key={permission} className={matrix.word} data-group={byGroup || undefined}>
                  {t(`actions.${actionOf(permission)}`)}
                  {byGroup && (
                    <>
                      <IconUsers size={12} stroke={1.7} aria-hidden />
                      <span className="cl-clipped">{t('user.throughGroup')}</span>
                    </>
                  )}
                </span>
              )
            })}
          </dd>
        </div>
      ))}
    </dl>
  )
}

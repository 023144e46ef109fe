import type { HeldRole } from '@caseloom/contract/identity/directory'
import { RoleId, TenantId } from '@caseloom/contract/kernel/ids'
import { ActionIcon, Select } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../../../ui/admin/Settings.module.css'
import { type Directory, placeName, roleName } from './useDirectory.ts'

const ALL = 'all'

interface HeldRolesProps {
  value: readonly HeldRole[]
  directory: Directory
  onChange: (next: HeldRole[]) => void
  busy?: boolean
}

export function HeldRoles({ value, directory, onChange, busy = false }: HeldRolesProps) {
  const { t } = useTranslation('admin')
  return (
    <div className={classes.fields}>
      {value.length === 0 && <p className={classes.quiet}>{t('held.none')}</p>}
      {value.length > 0 && (
        <ul className={classes.items}>
          {value.map((held) => {
            const role = roleName(directory, held, t)
            const where = placeName(directory, held, t)
            return (
              <li key={keyOf(held)} className={classes.item}>
                <span className={classes.itemMain}>
                  <span>{role}</span>
                  <span className={classes.personMail}>{where}</span>
                </span>
                <ActionIcon
                  size={24}
                  aria-label={t('held.remove', { role, where })}
                  disabled={busy}
                  onClick={() => onChange(value.filter((one) => keyOf(one) !== keyOf(held)))}
                >
                  <IconX size={14} stroke={1.7} aria-hidden />
                </ActionIcon>
              </li>
            )
          })}
        </ul>
      )}
      <AddRole value={value} directory={directory} onChange={onChange} busy={busy} />
    </div>
  )
}

function keyOf({ roleId, tenantId }: HeldRole): string {
  return `${roleId} ${tenantId ?? ALL}`
}

function AddRole({ value, directory, onChange, busy = false }: HeldRolesProps) {
  const { t } = useTranslation('admin')
  const open = directory.tenants.filter((tenant) => tenant.status !== 'deleting')
  const [chosen, setChosen] = useState<string | null>(null)
  const tenant = chosen ?? open[0]?.id ?? ALL
  const free = directory.roles.filter(
    (role) => !value.some((held) => held.roleId === role.id && (held.tenantId ?? ALL) === tenant),
  )
  const add = (roleId: string | null) => {
    if (roleId === null) return
    const tenantId = tenant === ALL ? null : TenantId.parse(tenant)
    onChange([...value, { roleId: RoleId.parse(roleId), tenantId }])
  }
  return (
    <div className={classes.pair}>
      <Select
        label={t('held.tenant')}
        data={[
          ...open.map(({ id, name }) => ({ value: String(id), label: name })),
          { value: ALL, label: t('held.all') },
        ]}
        value={tenant}
        onChange={setChosen}
        comboboxProps={{ withinPortal: true }}
      />
      <Select
        key={value.length}
        label={t('held.add')}
        placeholder={free.length === 0 ? t('held.noMore') : t('held.choose')}
        data={free.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={null}
        onChange={add}
        disabled={busy || free.length === 0}
      />
    </div>
  )
}

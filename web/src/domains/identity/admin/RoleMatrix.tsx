import type { RoleView } from '@caseloom/contract/identity/directory'
import type { Permission } from '@caseloom/contract/kernel/permissions'
import { Checkbox } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import matrix from './Matrix.module.css'
import { actionOf, MATRIX, MATRIX_ACTIONS } from './permission-matrix.ts'

interface RoleMatrixProps {
  role: RoleView
  held: ReadonlySet<Permission>
  /** Absent: read-only. */
  onChange?: (held: ReadonlySet<Permission>) => void
}

/** A cell without a checkbox is a permission that doesn't exist. */
export function RoleMatrix({ role, held, onChange }: RoleMatrixProps) {
  const { t } = useTranslation('admin')
  const toggle = (permission: Permission) => {
    const next = new Set(held)
    if (!next.delete(permission)) next.add(permission)
    onChange?.(next)
  }
  return (
    <table className={matrix.table} aria-label={t('roles.matrix', { name: role.name })}>
      <thead>
        <tr>
          <th scope="col">{t('roles.resource')}</th>
          {MATRIX_ACTIONS.map((action) => (
            <th key={action} scope="col">
              {t(`columns.${action}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {MATRIX.map(({ resource, cells }) => (
          <tr key={resource}>
            <th scope="row">{t(`resources.${resource}`)}</th>
            {cells.map((permission, at) => (
              <td key={MATRIX_ACTIONS[at]}>
                {permission !== undefined && (
                  <Cell
                    name={t('roles.cell', {
                      resource: t(`resources.${resource}`),
                      action: t(`actions.${actionOf(permission)}`),
                    })}
                    isOn={held.has(permission)}
                    {...(onChange === undefined ? {} : { onToggle: () => toggle(permission) })}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell({ name, isOn, onToggle }: { name: string; isOn: boolean; onToggle?: () => void }) {
  const { t } = useTranslation('admin')
  if (onToggle !== undefined)
    return (
      <span className={matrix.tick} title={name}>
        <Checkbox aria-label={name} checked={isOn} onChange={onToggle} />
      </span>
    )
  const Glyph = isOn ? IconCheck : IconMinus
  return (
    <span className={matrix.mark} data-on={isOn || undefined} title={name}>
      <Glyph size={14} stroke={2} aria-hidden />
      <span className="cl-clipped">{isOn ? t('roles.yes') : t('roles.no')}</span>
    </span>
  )
}

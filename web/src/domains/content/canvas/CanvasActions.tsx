import { Button, Menu } from '@mantine/core'
import { IconDownload, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../data/files.ts'
import { paths } from '../../../data/paths.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { COLUMNS, type Picture } from './picture.ts'
import { detailOf, nameOf } from './piece-words.ts'
import { svgOf } from './svg.ts'

/** Paths make the address, so the router doesn't know which parameters it takes. */
const NEW = { new: 'true' }

export function CanvasActions({ picture }: { picture: Picture }) {
  const { t } = useTranslation('canvas')
  const { tenantName } = useTenantScope()
  const save = () => {
    const style = getComputedStyle(document.documentElement)
    const named = picture.nodes.map((box) => ({ ...box, node: { ...box.node, name: nameOf(t, box.node) } }))
    const text = svgOf(
      { ...picture, nodes: named },
      {
        title: t('fileTitle', { tenant: tenantName }),
        headings: Object.fromEntries(COLUMNS.map((column) => [column, t(`columns.${column}`)])),
        detailOf: (node) => detailOf(t, node),
        color: (token) =>
          style.getPropertyValue(token === 'gray-soft' ? '--cl-active' : `--cl-${token}`).trim(),
      },
    )
    saveFile({ blob: new Blob([text], { type: 'image/svg+xml' }), name: null }, `${t('fileName')}.svg`)
  }
  return (
    <>
      <Button leftSection={<IconDownload size={14} stroke={1.7} aria-hidden />} onClick={save}>
        {t('export')}
      </Button>
      <NewMenu />
    </>
  )
}

function NewMenu() {
  const { t } = useTranslation('canvas')
  const scope = useTenantScope()
  const mayApps = useMay('app:build')
  const mayPlaybooks = useMay('playbook:build') && scope.flags.ClassicContent
  const mayDashboards = useMay('dashboard:build')
  if (!mayApps && !mayPlaybooks && !mayDashboards) return null
  const items = [
    { may: mayApps, to: paths.apps(scope), label: t('newApp') },
    { may: mayPlaybooks, to: paths.orchestration(scope), label: t('newPlaybook') },
    { may: mayDashboards, to: paths.dashboards(scope), label: t('newDashboard') },
  ]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="filled" leftSection={<IconPlus size={14} stroke={2} aria-hidden />}>
          {t('add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ may, to, label }) =>
          may ? (
            <Menu.Item key={to} component={Link} to={to} search={NEW as never}>
              {label}
            </Menu.Item>
          ) : null,
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

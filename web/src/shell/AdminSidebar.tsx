import type { Icon } from '@tabler/icons-react'
import {
  IconApi,
  IconBuilding,
  IconBuildingSkyscraper,
  IconFileCertificate,
  IconFlag,
  IconHistory,
  IconLogin2,
  IconMail,
  IconMailbox,
  IconPalette,
  IconShieldHalf,
  IconSparkles,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../data/admin-scope.ts'
import { paths } from '../data/paths.ts'
import { BrandMark } from '../ui/BrandMark.tsx'
import { useBrand } from '../ui/brand.ts'
import { ADMIN_GROUPS, ADMIN_SECTIONS, type AdminSection, sectionsFor } from './admin-sections.ts'
import classes from './Sidebar.module.css'
import head from './TenantSwitch.module.css'

const ICONS: Record<AdminSection, Icon> = {
  users: IconUsers,
  groups: IconUsersGroup,
  roles: IconShieldHalf,
  tokens: IconApi,
  tenants: IconBuilding,
  'sign-in': IconLogin2,
  branding: IconPalette,
  mail: IconMail,
  'hero-ai': IconSparkles,
  audit: IconHistory,
  accounts: IconBuildingSkyscraper,
  flags: IconFlag,
  license: IconFileCertificate,
  'installation-mail': IconMailbox,
}

export function AdminSidebar({ section, rail }: { section: AdminSection; rail: boolean }) {
  const { t } = useTranslation('admin')
  const scope = useAdminScope()
  const brand = useBrand()
  const allowed = sectionsFor(scope)
  return (
    <nav aria-label={t('shell.main')} className={classes.sidebar} data-rail={rail || undefined}>
      <div
        className={head.head}
        data-rail={rail || undefined}
        style={{ cursor: 'default', background: 'none' }}
      >
        <BrandMark size={22} />
        <span className={head.words}>
          <span className={head.tenant}>{t('shell.short')}</span>
          <span className={head.account}>{brand.name ?? scope.accountName}</span>
        </span>
      </div>
      <div className={classes.places}>
        {ADMIN_GROUPS.map((group) => {
          const items = ADMIN_SECTIONS.filter((one) => one.group === group && allowed.includes(one.key))
          if (items.length === 0) return null
          return (
            <section key={group} className={classes.group}>
              <h2 className={classes.heading}>{t(`shell.groups.${group}`)}</h2>
              <ul>
                {items.map(({ key }) => (
                  <SectionLink key={key} section={key} isCurrent={key === section} />
                ))}
              </ul>
            </section>
          )
        })}
      </div>
    </nav>
  )
}

function SectionLink({ section, isCurrent }: { section: AdminSection; isCurrent: boolean }) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const Glyph = ICONS[section]
  const label = t(`shell.sections.${section}`)
  return (
    <li>
      <Link
        to={paths.admin(accountId, section)}
        className={classes.item}
        title={label}
        data-current={isCurrent || undefined}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <Glyph size={16} stroke={1.6} aria-hidden />
        <span className={classes.label}>{label}</span>
      </Link>
    </li>
  )
}

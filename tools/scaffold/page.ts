import { ROOM_ORDER } from '../arrows/rooms.ts'
import { addBefore, inTurn } from './edit.ts'
import type { Plan } from './write.ts'

const WORD = /^[a-z]{3,32}$/

/** A page of a tenant with its texts, its path, and its route, below the domain's folder of the web app. */
export function pagePlan(domain: string, name: string): Plan | string {
  if (!WORD.test(domain) || !WORD.test(name))
    return 'Names of domains and pages are 3 to 32 lowercase letters'
  const Page = `${name.charAt(0).toUpperCase()}${name.slice(1)}Page`
  const folder = `web/src/domains/${domain}/${name}`
  const route = `${name}Route`
  return {
    files: {
      [`${folder}/${Page}.tsx`]: pageText(Page, name),
      [`${folder}/${name}.en.ts`]: textsText(name),
      [`${folder}/${Page}.test.tsx`]: testText(Page, name),
    },
    edits: {
      'web/src/data/paths.ts': addBefore(
        /^export const paths/,
        /^ {2}reports:/,
        `  ${name}: (place: Place) => inside(place, '/${name}'),`,
      ),
      'web/src/routes.tsx': inTurn(
        addBefore(/^import/, /^const newRecordRoute/, routeText({ route, name, Page, domain })),
        addBefore(/tenantRoute\.addChildren\(\[/, /^ +reportsRoute,/, `    ${route},`),
      ),
      ...roomEdit(domain, name),
    },
    next: [
      `${folder}/${name}.en.ts    its texts, in the words of docs/words.md`,
      `${folder}/${Page}.tsx   what it shows; queries go into ${name}.queries.ts`,
      `${folder}/${Page}.test.tsx   fails until the page says what it is for`,
      'web/src/routes.tsx   guards.needs(…) with the permission that it requires',
      'web/src/shell/Sidebar.tsx   an entry, where it has one',
      'e2e/src   a journey, or a part of one',
      'docs/help and CHANGELOG.md   what it does',
    ],
  }
}

/** The folder becomes the highest room of a domain whose rooms have an order. */
function roomEdit(domain: string, name: string): Plan['edits'] {
  const owner = `web/src/domains/${domain}`
  if (ROOM_ORDER[owner] === undefined) return {}
  const begin = new RegExp(`^ {2}'${owner}': \\[`)
  return { 'tools/arrows/rooms.ts': addBefore(begin, /^ {2}\],/, `    '${name}',`) }
}

function routeText(of: { route: string; name: string; Page: string; domain: string }): string {
  return `const ${of.route} = createRoute({
  getParentRoute: () => tenantRoute,
  path: '${of.name}',
  component: lazyRouteComponent(() => import('./domains/${of.domain}/${of.name}/${of.Page}.tsx'), '${of.Page}'),
})
`
}

function pageText(Page: string, name: string): string {
  return `import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useBreadcrumbs } from '../../../ui/frame/breadcrumbs.ts'
import { Content, PageBar, PageFrame } from '../../../ui/frame/Frame.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { ${name}En } from './${name}.en.ts'

addTexts('${name}', ${name}En)

export function ${Page}() {
  const { t } = useTranslation('${name}')
  useBreadcrumbs([{ label: t('title') }])
  usePageTitle(t('title'))
  return (
    <PageFrame>
      <PageBar title={t('title')} />
      <Content padding="page" fill="canvas">
        <EmptyState title={t('none')} text={t('noneText')} />
      </Content>
    </PageFrame>
  )
}
`
}

function textsText(name: string): string {
  return `/** English texts of the page. */
export const ${name}En = {
  title: '${name.charAt(0).toUpperCase()}${name.slice(1)}',
  none: 'None yet',
  noneText: '',
} as const
`
}

function testText(Page: string, name: string): string {
  return `import { expect, test } from 'vitest'
import { ${name}En } from './${name}.en.ts'

test('${Page} says what to do while it is empty', () => {
  expect(${name}En.noneText).not.toBe('')
})
`
}

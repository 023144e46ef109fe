import { fileURLToPath } from 'node:url'
import { writeDomain } from './write.ts'

const [kind, domain, thing] = process.argv.slice(2)
if (kind !== 'domain' || domain === undefined) {
  console.error('npm run scaffold -- domain NAME [THING]    for example: domain reporting report')
  process.exit(1)
}
const written = writeDomain(fileURLToPath(new URL('../..', import.meta.url)), domain, thing ?? domain)
if ('wrong' in written) {
  console.error(written.wrong)
  process.exit(1)
}
console.log(`${written.files.join('\n')}

Next:
  contract/src/routes.ts       add ...routesOf(${domain})
  contract/src/permissions.ts name its rights, and put them where the files now say 'tenant'
  server/src/compose.ts       add its migrations and its routes
  docs/words.md               add its words
  npm run check && npm test -- --only=unit ${domain}`)

import { fileURLToPath } from 'node:url'
import { runLauncher } from './launch/run-launcher.ts'
import { runRole } from './launch/role.ts'
import { readConfig } from './platform/config.ts'

// Without a role this process is the launcher, which starts this same file once as worker and once as web.
if (process.env['CASELOOM_ROLE']) {
  await runRole(
    () => readConfig(process.env),
    async (config) => {
      // Each loads its own part of the house: a worker needs neither routes nor hubs.
      if (config.role === 'web') return (await import('./compose.ts')).startWeb(config)
      return (await import('./compose-worker.ts')).startWorker(config)
    },
  )
} else {
  await runLauncher(process.argv.slice(2), process.env, fileURLToPath(import.meta.url))
}

import { setHashCost } from '@caseloom/server/domains/identity/people/password-hash'

// Runs before each file of tests: a hash as the product makes it costs 50 ms of a core, and tests make thousands.
setHashCost({ memoryCost: 64, timeCost: 1, parallelism: 1 })

import { defineConfig } from 'vitest/config'
import suites from '../../../vitest.suites.config.js'

/** The suites' own configuration, over the fixture. */
export default defineConfig({ test: { ...suites.test, include: ['src/app/library/host.fixture.ts'] } })

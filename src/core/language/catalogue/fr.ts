/** Joins the French translations of every area. */
import core from './fr/core.json' with { type: 'json' };
import engine from './fr/engine.json' with { type: 'json' };
import log from './fr/log.json' with { type: 'json' };
import pages from './fr/pages.json' with { type: 'json' };
import problems from './fr/problems.json' with { type: 'json' };
import service from './fr/service.json' with { type: 'json' };
import settings from './fr/settings.json' with { type: 'json' };
import shared from './fr/shared.json' with { type: 'json' };
import show from './fr/show.json' with { type: 'json' };
import words from './fr/words.json' with { type: 'json' };

export const translations = {
  ...core,
  ...engine,
  ...log,
  ...pages,
  ...problems,
  ...service,
  ...settings,
  ...shared,
  ...show,
  ...words,
};

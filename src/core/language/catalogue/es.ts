/** Joins the Spanish translations of every area. */
import core from './es/core.json' with { type: 'json' };
import engine from './es/engine.json' with { type: 'json' };
import log from './es/log.json' with { type: 'json' };
import pages from './es/pages.json' with { type: 'json' };
import problems from './es/problems.json' with { type: 'json' };
import service from './es/service.json' with { type: 'json' };
import settings from './es/settings.json' with { type: 'json' };
import shared from './es/shared.json' with { type: 'json' };
import show from './es/show.json' with { type: 'json' };
import words from './es/words.json' with { type: 'json' };

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

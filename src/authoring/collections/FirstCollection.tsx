/** The screen of an empty service: create a collection or add the demo show, then connect a reader. */

import { Layers, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ApiKey } from '../../core/authoringDocument.ts';
import { say } from '../../core/language/say.ts';
import { CopyableValue } from '../../ui/CopyButton.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { sayNode } from '../../ui/sayNode.ts';
import { Button } from '../ui/Button.tsx';
import { usePage } from '../ui/usePage.ts';
import { useIsRunning, useList } from '../ui/useService.ts';

const listContentTypes = () =>
  [
    ['SOCIAL_POST', 'SOCIAL_POST'],
    ['OTHER', say('Other||content type')],
  ] as const;

type ContentType = ReturnType<typeof listContentTypes>[number][0];

export function FirstCollection() {
  const { changes } = usePage();
  const key = describeKey(useList('keys')?.[0]);
  const [name, setName] = useState('');
  const [typeChoice, setTypeChoice] = useState<ContentType>('SOCIAL_POST');
  const [otherType, setOtherType] = useState('');
  const isAddingDemo = useIsRunning('addDemoShow');
  const contentType = typeChoice === 'SOCIAL_POST' ? typeChoice : otherType.trim();
  const canCreate = name.trim() !== '' && contentType !== '';
  return (
    <section className="first-collection">
      <h2>{say('Create your first collection')}</h2>
      <p className="part-lead">
        {say('A collection holds one show’s posts: a staging list for preparing and a live list for readers.')}
      </p>
      <form
        className="first-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (canCreate) void changes.createCollection(name.trim(), contentType);
        }}
      >
        <label className="form-field">
          <span className="form-label">{say('Name')}</span>
          <input
            // biome-ignore lint/a11y/noAutofocus: it is the only thing to do on an empty page.
            autoFocus
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <div className="form-field">
          <span className="form-label">{say('Content type')}</span>
          <div className="first-type">
            <Segments
              className="segments"
              label={say('Content type')}
              choices={listContentTypes()}
              selected={typeChoice}
              disabledReason={null}
              onSelect={setTypeChoice}
            />
            {typeChoice === 'SOCIAL_POST' ? null : (
              <input
                aria-label={say('Other content type')}
                placeholder="QUIZ_ANSWER"
                value={otherType}
                onChange={(event) => setOtherType(event.target.value)}
              />
            )}
          </div>
        </div>
        <Button
          type="submit"
          variant="primary"
          disabledReason={canCreate ? null : name.trim() === '' ? say('enter a name') : say('enter a content type')}
        >
          <Plus />
          {say('Create collection')} <kbd>↵</kbd>
        </Button>
      </form>
      <ol className="steps">
        <li>{say('Add posts to staging: name, text, pictures.')}</li>
        <li>{say('Promote them to live, one by one. Readers get each one immediately.')}</li>
        <li>{say('Connect Greenroom or your template to this service:')}</li>
      </ol>
      <CopyableValue label={say('Address')} value={location.origin} copyName={say('Copy address')} />
      <CopyableValue label={say('API key')} value={key} copyName={null} />
      <pre className="curl">curl -H 'X-API-Key: YOUR-KEY' {location.origin}/v1/collections</pre>
      <p className="part-lead">
        {sayNode('Or {button} three collections with 32 posts. Delete them like any others.', {
          button: (
            <Button
              onPress={() => void changes.addDemoShow()}
              disabledReason={isAddingDemo ? say('adding the demo show') : null}
            >
              <Layers />
              {isAddingDemo ? say('Adding||the demo show') : say('Add the demo show')}
            </Button>
          ),
        })}
      </p>
    </section>
  );
}

/** The service stores only a key's hash, so the page can show its end but never its value. */
function describeKey(key: ApiKey | undefined): string {
  if (key === undefined) return say('create one under API keys');
  return key.isSetAtStartup ? say('set at startup (default: demo)') : `…${key.endsWith}`;
}

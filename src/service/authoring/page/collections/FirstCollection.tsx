/** What a person sees before there is any collection: make one, or fill in the demo show, and how it will be read. */
import { Layers, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ReaderKey } from '../api/shapes.ts';
import { Button } from '../ui/Button.tsx';
import { Address } from '../ui/Copy.tsx';
import { Segments } from '../ui/Segments.tsx';
import { usePage, usePageState } from '../ui/usePage.ts';

export function FirstCollection() {
  const { changes } = usePage();
  const key = usePageState((state) => keyWords(state.keys[0]));
  const [name, setName] = useState('');
  const [content, setContent] = useState('SOCIAL_POST');
  const [other, setOther] = useState('');
  const [isFilling, setFilling] = useState(false);
  const contentType = content === 'SOCIAL_POST' ? content : other.trim();
  const canMake = name.trim() !== '' && contentType !== '';
  const fill = async () => {
    setFilling(true);
    await changes.fillDemo();
    setFilling(false);
  };
  return (
    <section className="first">
      <h2>Make your first collection</h2>
      <p className="part-lead">
        A collection is one show’s posts: a staging list, where you prepare, and a live list, which readers get.
      </p>
      <form
        className="first-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (canMake) void changes.create(name.trim(), contentType);
        }}
      >
        <label className="form-field">
          <span className="form-label">Name</span>
          <input
            // biome-ignore lint/a11y/noAutofocus: it is the one thing to do on an empty page.
            autoFocus
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <div className="form-field">
          <span className="form-label">Content</span>
          <div className="first-content">
            <Segments
              label="Content"
              value={content}
              onChoose={setContent}
              options={[
                { value: 'SOCIAL_POST', words: 'SOCIAL_POST' },
                { value: 'OTHER', words: 'Other' },
              ]}
            />
            {content === 'SOCIAL_POST' ? null : (
              <input
                aria-label="Content type"
                placeholder="QUIZ_ANSWER"
                value={other}
                onChange={(event) => setOther(event.target.value)}
              />
            )}
          </div>
        </div>
        <button type="submit" className="button is-main" disabled={!canMake}>
          <Plus aria-hidden="true" />
          Make collection <kbd>↵</kbd>
        </button>
      </form>
      <ol className="clicks">
        <li>Add posts to staging: name, words, pictures.</li>
        <li>Promote them to live, one by one. Readers get each at once.</li>
        <li>Point Greenroom, or your template, at this service:</li>
      </ol>
      <Address label="Address" value={location.origin} isWhole />
      <Address label="Key" value={key} isWhole={false} />
      <pre className="curl">curl -H 'X-API-Key: YOUR-KEY' {location.origin}/v1/collections</pre>
      <p className="part-lead">
        Or{' '}
        <Button onPress={() => void fill()} isDisabled={isFilling}>
          <Layers aria-hidden="true" />
          {isFilling ? 'Filling in' : 'Fill with the demo show'}
        </Button>{' '}
        three collections, 32 posts, to be deleted like any others.
      </p>
    </section>
  );
}

/** What can be said of a key here: its end, or that the one who started the service gave it. */
function keyWords(key: ReaderKey | undefined): string {
  if (key === undefined) return 'make one under Keys';
  return key.isGiven ? 'as given at start; demo where none was' : `…${key.endsWith}`;
}
